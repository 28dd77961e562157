import { escapeXml } from './xml.ts'

export type Fence = ReturnType<typeof openFence>

/**
 * Expands MathML's `mfenced` into the equivalent `mrow` with operators, since MathML Core has no such element:
 * https://www.w3.org/TR/MathML3/chapter3.html#presm.mfenced
 */
export function openFence({ open = '(', close = ')', separators = ',', ...attributes }: Record<string, string>) {
  const inOrder = [...separators.replace(/\s/g, '')]
  let children = 0

  return {
    /** The attributes of the `mrow`. */
    attributes,
    opening: toOperator(open, 'fence'),
    closing: toOperator(close, 'fence'),
    /** Returns the separator before the next child. The last one is repeated. */
    beforeChild() {
      const separator = inOrder[Math.min(children, inOrder.length) - 1] ?? ''
      children++
      return toOperator(separator, 'separator')
    },
  }
}

function toOperator(operator: string, kind: 'fence' | 'separator') {
  const content = operator.trim()
  return content && `<mo ${kind}="true">${escapeXml(content)}</mo>`
}

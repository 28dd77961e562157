import { escapeXml } from './xml.ts'

export type Fence = ReturnType<typeof openFence>

/**
 * Expands MathML's `mfenced` into the equivalent `mrow` with operators, since MathML Core has no such element:
 * https://www.w3.org/TR/MathML3/chapter3.html#presm.mfenced
 */
export function openFence({ open = '(', close = ')', separators = ',', ...attributes }: Record<string, string>) {
  const unused = [...separators.replace(/\s/g, '')]
  let separator: string | undefined

  return {
    /** The attributes of the `mrow`. */
    attributes,
    opening: toOperator(open, 'fence'),
    closing: toOperator(close, 'fence'),
    /** Returns the separator before the next child. The last one is repeated. */
    beforeChild() {
      const before = separator === undefined ? '' : toOperator(separator, 'separator')
      separator = unused.shift() ?? separator ?? ''
      return before
    },
  }
}

function toOperator(operator: string, kind: 'fence' | 'separator') {
  const content = operator.trim()
  return content && `<mo ${kind}="true">${escapeXml(content)}</mo>`
}

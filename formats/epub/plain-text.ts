import { Parser } from 'htmlparser2'

/** The words of a piece of HTML: no tags, one line a paragraph. Plain text comes back as it was. */
export function plainText(html: string): string {
  let text = ''
  const parser = new Parser({
    ontext: (piece) => {
      text += piece.replace(/\s+/g, ' ')
    },
    onopentagname: (name) => {
      if (/^(p|div|br|li|ul|ol|h[1-6]|blockquote|tr)$/.test(name)) text += '\n'
    },
  })
  parser.end(html)
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

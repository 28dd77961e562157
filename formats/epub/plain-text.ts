import { Parser } from 'htmlparser2'

/** Converts HTML to plain text, one line a paragraph. Plain text is returned unchanged. */
export function plainText(html: string): string {
  let text = ''
  const parser = new Parser({
    ontext: (chunk) => {
      text += chunk.replace(/\s+/g, ' ')
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

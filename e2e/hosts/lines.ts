/**
 * Runs in the view: reads the lines of each paragraph of the visible chapter. Hyphenated lines end with a hyphen here.
 */
export function readLines(): string[][] {
  const page = document.querySelector<HTMLIFrameElement>('iframe[data-current]')?.contentDocument
  return [...(page?.querySelectorAll('p') ?? [])].map((paragraph) => {
    const lines: string[] = []
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    const part = page!.createRange()
    let last = { top: Number.NEGATIVE_INFINITY, left: 0 }
    while (texts.nextNode()) {
      for (const { 0: letters, index } of texts.currentNode.textContent?.matchAll(/\s+|[^\s\u00ad]+\u00ad?/g) ?? []) {
        part.setStart(texts.currentNode, index)
        part.setEnd(texts.currentNode, index + 1)
        // In Chromium the first letter of a line also has the hyphen's box.
        const { top, left } = [...part.getClientRects()].at(-1) ?? last
        if (letters.trim() && (Math.abs(top - last.top) > 8 || left < last.left)) {
          if (lines.length > 0) lines.push(lines.pop()!.replace('\u00ad', '-').trim())
          lines.push('')
          last = { top, left }
        }
        if (lines.length > 0) lines.push(lines.pop()! + letters.replace(/\s+/, ' '))
      }
    }
    return lines.map((line) => line.trim())
  })
}

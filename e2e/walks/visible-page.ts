/** The visible page, in letters of the chapter. It never starts with white space. */
export interface VisiblePage {
  /** Path of the chapter. */
  path: string
  /** First letter of the page, and of the next one; null at the end of the chapter. */
  first: number
  next: number | null
  letters: number
  /** The requested letter, or the next one that is not white space. */
  requested: number
  /** Everything that determines where pages start. */
  layout: string
}

/**
 * Runs in the page: reads the geometry of the visible frame, independently of the reader's code. A letter is on the
 * page if the centre of its box is. Undefined while no chapter is visible, another is loading, or it is yet to be laid
 * out in the size of the window. `of`: a letter, a fraction of the chapter, or an id.
 */
export function readVisiblePage(of: { letter?: number; part?: number; id?: string } = {}): VisiblePage | undefined {
  const frame = document.querySelector<HTMLIFrameElement>('iframe.reader-frame:not([inert])')
  const page = frame?.contentDocument
  if (!frame || !page?.body || !page.defaultView || document.querySelector('.reader__busy, .reader__over'))
    return undefined
  const { innerWidth, innerHeight } = page.defaultView
  const { clientWidth, clientHeight } = frame.parentElement!
  if (innerWidth !== clientWidth || innerHeight !== clientHeight) return undefined
  const runs: { node: Text | Element; start: number; text: string }[] = []
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let letters = 0
  while (walker.nextNode()) {
    const node = walker.currentNode as Text | Element
    const isText = node.nodeType === 3
    if (
      isText
        ? !/\S/.test((node as Text).data)
        : !/^(img|svg|image|hr|video|audio|object)$/.test((node as Element).localName)
    )
      continue
    if (isText && node.parentElement?.closest('style, script, template')) continue
    const text = isText ? (node as Text).data.replaceAll('\u00ad', '') : '*'.repeat(60)
    runs.push({ node, start: letters, text })
    letters += text.length
  }
  const text = runs.map((run) => run.text).join('')
  const range = page.createRange()

  function pageOf(letter: number): number | undefined {
    const run = runs.findLast(({ start }) => start <= letter)
    if (!run) return undefined
    let box: DOMRect | undefined
    if (run.node.nodeType === 3) {
      const data = (run.node as Text).data
      let at = -1
      for (let seen = -1; seen < letter - run.start; ) if (data[++at] !== '\u00ad') seen++
      range.setStart(run.node, at)
      range.setEnd(run.node, at + 1)
      box = [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
    } else {
      box = (run.node as Element).getBoundingClientRect()
    }
    return box && Math.floor((box.left + box.right) / 2 / innerWidth)
  }

  /** Finds the first visible letter from an offset on. */
  function visibleFrom(letter: number): number | null {
    for (let at = letter; at < letters; at++) if (/\S/.test(text[at]!) && pageOf(at) !== undefined) return at
    return null
  }

  /** Finds the first letter on a given page or a later one, relative to the visible page. */
  function firstFrom(wanted: number): number | null {
    let low = 0
    let high = letters
    while (low < high) {
      const middle = (low + high) >> 1
      const letter = visibleFrom(middle)
      if (letter !== null && pageOf(letter)! < wanted) low = middle + 1
      else high = middle
    }
    return visibleFrom(low)
  }

  const first = firstFrom(0)
  if (first === null || pageOf(first) !== 0) return undefined
  let wanted = of.letter ?? Math.min(letters - 1, Math.round((of.part ?? 0) * letters))
  if (of.id !== undefined) {
    const element = page.getElementById(of.id)
    wanted = runs.find(({ node }) => element?.contains(node))?.start ?? 0
  }
  const { fontSize } = page.defaultView.getComputedStyle(page.documentElement)
  return {
    path: decodeURIComponent(new URL(frame.src).pathname),
    first,
    next: firstFrom(1),
    letters,
    requested: visibleFrom(wanted) ?? letters,
    layout: `${innerWidth} × ${innerHeight}, ${fontSize}`,
  }
}

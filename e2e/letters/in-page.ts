import { type Appearance, palettes, toAppearance } from '@estante/play/reader/appearance/appearance.ts'
import { mapBook } from '@estante/play/reader/book-map.ts'
import { SCROLLER } from '@estante/play/reader/layout/letter-boxes.ts'
import { TYPEFACES } from '@estante/play/reader/layout/page-style.ts'
import { addTypeface, loadTypeface } from '@estante/play/reader/layout/typefaces.ts'
import { createNavigator, type Navigator } from '@estante/play/reader/navigator/navigator.ts'
import type { Position } from '@estante/play/reader/navigator/position.ts'
import type { Job, Outcome } from './job.ts'

/*
 * Runs in the tested browser: requests chapters one by one, turns through each with the reader's own navigator, and
 * reports the result. Only needs to be opened at an address, so that phones can be tested as well.
 */

const MAX_PAGES = 3000
/** Tolerance for fractions of pixels, and for glyphs that extend beyond their line. */
const TOLERANCE_PX = 3
/** A soft hyphen, and the first letter of a ligature. */
const AFTER_HYPHEN = /\u00ad.?$/
/** Within which the reader lays a chapter out again with a typeface that came late. */
const RELAYOUT_MS = 300

void run()

async function run() {
  await preloadTypeface()
  for (;;) {
    const answer = await fetch('/job')
    if (answer.status !== 200) break
    const job = (await answer.json()) as Job
    const outcome = await tryJob(job)
    await fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) })
  }
  document.title = 'done'
}

/**
 * Loads all files of the typeface before a trial, since late ones would change its pages. In the reader, every chapter
 * but the first finds them loaded.
 */
async function preloadTypeface() {
  await loadTypeface('serif')
  // Letters that no Portuguese text has, in every cut.
  document.body.innerHTML = '<p>α <b>β</b> <i>γ</i></p>'
  await addTypeface(document, 'serif')
  document.body.replaceChildren()
}

async function tryJob(job: Job): Promise<Outcome> {
  const outcome: Outcome = {
    id: job.id,
    letters: 0,
    pictures: 0,
    pages: 0,
    unreached: 0,
    problems: [],
    milliseconds: 0,
  }
  const startedAt = performance.now()
  const container = document.createElement('div')
  container.className = 'reader-pages'
  container.style.cssText = `position: absolute; inset: 0 auto auto 0; width: ${job.width}px; height: ${job.height}px`
  document.body.append(container)
  const positions: Position[] = []
  const appearance: Appearance = { ...toAppearance({}), ...job.appearance }
  const navigator = createNavigator(
    container,
    job.manifest,
    mapBook(job.manifest),
    new URL(job.base, location.href).href,
    { appearance, palette: palettes.light, preservesColours: true },
    {
      onPosition: (position) => positions.push(position),
      onLink() {},
      onSelection() {},
      onZoom() {},
      onMark: () => false,
      onRibbon() {},
      onTap: () => false,
      onPicture() {},
      onKey: () => false,
      marksOf: () => [],
      onToggleTools() {},
      onTurn() {},
      onChapterEdge() {},
      onBookEnd() {},
      onBusy() {},
      onProblem: (problem) => outcome.problems.push(`did not open: ${problem}`),
    },
  )
  try {
    await turnThrough(navigator, job, appearance, () => positions.at(-1), outcome)
  } catch (problem) {
    outcome.problems.push(`threw ${problem instanceof Error ? (problem.stack ?? problem.message) : problem}`)
  }
  navigator.close()
  container.remove()
  outcome.milliseconds = Math.round(performance.now() - startedAt)
  return outcome
}

async function turnThrough(
  navigator: Navigator,
  { chapter, returns }: Job,
  { flow }: Appearance,
  last: () => Position | undefined,
  outcome: Outcome,
) {
  const { problems } = outcome
  await navigator.goTo({ chapter, at: 'start' })
  await frameDrawn()
  await unfold(navigator.currentDocument())
  await untilReplaced()
  await bookTypefaces(navigator.currentDocument())
  await untilReplaced()
  await navigator.goTo({ chapter, at: 'start' })
  const starts: Position[] = []
  const document = navigator.currentDocument()
  if (!document) return
  const sheet = watchLetters(document, flow === 'scroll')
  outcome.letters = sheet.letters
  outcome.pictures = sheet.pictures
  for (let position = last(); position?.chapter === chapter; position = last()) {
    starts.push(position)
    sheet.look()
    if (flow === 'pages' && !isAligned(document)) problems.push(`page ${position.page} is shown between two pages`)
    if (starts.length > MAX_PAGES) {
      problems.push(`has more than ${MAX_PAGES} pages`)
      break
    }
    const before = starts.length
    await navigator.next()
    if (last() === position) {
      if (!position.isAtBookEnd) problems.push(`page ${position.page} leads nowhere`)
      break
    }
    const after = last()!
    if (flow === 'pages' && after.chapter === chapter && after.page !== before) {
      problems.push(`page ${before - 1} leads to page ${after.page}`)
    }
  }
  outcome.pages = starts.length
  outcome.unreached = sheet.unreached()
  if (outcome.unreached > 0) problems.push(`${outcome.unreached} letters on no page: ${sheet.sample()}`)
  const { pageCount = 0 } = starts[0] ?? {}
  if (flow === 'pages' && pageCount !== starts.length) problems.push(`counts ${pageCount} pages, has ${starts.length}`)

  if (last()?.chapter === chapter + 1) {
    await navigator.previous()
    for (let index = starts.length - 1; index >= 0; index--) {
      const here = last()
      if (here?.chapter !== chapter || (flow === 'pages' && here.page !== index)) {
        problems.push(`going back shows page ${here?.page} of chapter ${here?.chapter}, not ${index}`)
        break
      }
      if (here.page === 0) break
      await navigator.previous()
    }
  }

  const step = Math.max(1, Math.ceil(starts.length / returns))
  for (let index = 0; index < starts.length; index += step) {
    const start = starts[index]!
    await navigator.open(start.locator)
    const here = last()!
    const isSamePage = flow === 'scroll' || here.page === start.page
    const isSamePlace = here.locator.locations.progression === start.locator.locations.progression
    if (!isSamePage || here.chapter !== chapter) problems.push(`page ${index} returns to page ${here.page}`)
    else if (!isSamePlace) {
      problems.push(
        `page ${index} at ${start.locator.locations.progression} returns to ${here.locator.locations.progression}`,
      )
    }
  }
}

/** Whether the visible area begins at a page's start, along the text and across it. */
function isAligned(document: Document) {
  const { scrollLeft, scrollTop } = document.scrollingElement!
  const { innerWidth, innerHeight } = document.defaultView!
  const pages = [scrollLeft / innerWidth, scrollTop / innerHeight]
  return pages.every((offset) => Math.abs(offset - Math.round(offset)) < 0.01)
}

/** Opens every `details`, and waits for the new layout. */
async function unfold(document: Document | undefined) {
  const folded = [...(document?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? [])]
  await Promise.all(
    folded.map((details) => {
      const toggled = new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true }))
      details.open = true
      return toggled
    }),
  )
}

/** Waits for the typefaces that the chapter uses of its book, and for the layout with them. */
async function bookTypefaces(document: Document | undefined) {
  const statuses = () =>
    [...(document?.fonts ?? [])].filter(({ family }) => !family.includes(TYPEFACES.serif)).map(({ status }) => status)
  if (statuses().every((status) => status === 'unloaded')) return
  while (statuses().includes('loading')) await frameDrawn()
  await new Promise((resolve) => setTimeout(resolve, RELAYOUT_MS))
}

/** Waits while a long chapter has a second frame, which is laid out in steps and then replaces the first. */
async function untilReplaced() {
  const addresses = () => [...document.querySelectorAll('iframe')].map(({ src }) => src)
  while (new Set(addresses()).size < addresses().length) await frameDrawn()
}

interface TextRun {
  node: Text | Element
  /** The box in which the segment scrolls into view. */
  scroller: Element | null
  /** The boxes that clip the segment. */
  clips: Element[]
  /** Has a clip path: its visible part is not checked. */
  isCut: boolean
  /** Whether it still has the boxes of the letters before. */
  isLate: boolean
  /** Its position from the start of the chapter. */
  lies: DOMRect[]
  /** The positions of its letters, once they are checked one by one. */
  lettersLie?: Map<number, DOMRect[]>
  /** Indexes of letters that were on no page yet; a picture counts as one. */
  left: Set<number>
}

/**
 * Records which letters and pictures of a chapter have been in view. A scroll is never moved sideways: its view is
 * everything that can be scrolled to along the text.
 */
function watchLetters(document: Document, isScroll: boolean) {
  const view = document.defaultView!
  const range = document.createRange()
  const runs = textRunsOf(document)
  const texts = runs.filter(({ node }) => node.nodeType === 3)
  const count = (list: TextRun[]) => list.reduce((sum, run) => sum + run.left.size, 0)

  function look() {
    const page = new DOMRect(0, 0, view.innerWidth, view.innerHeight)
    if (isScroll) {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = document.scrollingElement!
      const { writingMode } = view.getComputedStyle(document.documentElement)
      if (writingMode === 'horizontal-tb') Object.assign(page, { y: -scrollTop, height: scrollHeight })
      else Object.assign(page, { x: view.innerWidth - scrollWidth - scrollLeft, width: scrollWidth })
    }
    const { scrollLeft, scrollTop } = document.scrollingElement!
    const fromStart = ({ x, y, width, height }: DOMRect) => new DOMRect(x + scrollLeft, y + scrollTop, width, height)
    const near = fromStart(page)
    for (const run of runs) {
      if (run.isCut || run.left.size === 0 || !run.lies.some((box) => meets(near, box))) continue
      const areas = [[page], ...run.clips.map((clip) => [...clip.getClientRects()])]
      const isVisible = (boxes: Iterable<DOMRect>) => {
        const drawn = [...boxes].filter(({ width, height }) => width > 0 && height > 0)
        return drawn.length > 0 && drawn.every((box) => areas.every((area) => area.some((one) => encloses(one, box))))
      }
      const whole = run.scroller ?? run.node
      if (whole.nodeType !== 3) {
        if (isVisible((whole as Element).getClientRects())) run.left.clear()
        continue
      }
      range.selectNodeContents(run.node)
      const boxes = [...range.getClientRects()]
      if (isVisible(boxes)) run.left.clear()
      if (!boxes.some((box) => meets(page, box))) continue
      const { data } = run.node as Text
      const boxesOf = (index: number): DOMRect[] => {
        const at = run.isLate ? Math.max(0, index - 1) : index
        range.setStart(run.node, at)
        range.setEnd(run.node, at + 1)
        const boxes = [...range.getClientRects()]
        // WebKit gives the first letter, or ligature, after a hyphen at the end of a page no width.
        const isAfterHyphen = AFTER_HYPHEN.test(data.slice(0, index)) && boxes.every(({ width }) => width === 0)
        return isAfterHyphen ? boxesOf(index + 1) : boxes
      }
      // Read once: a paragraph of many pages would otherwise take quadratic time.
      run.lettersLie ??= new Map([...run.left].map((index) => [index, boxesOf(index).map(fromStart)]))
      for (const index of run.left) {
        if (!run.lettersLie.get(index)!.some((box) => meets(near, box))) continue
        if (boxesOf(index).some((box) => isVisible([box]))) run.left.delete(index)
      }
    }
  }

  function sample() {
    return runs
      .filter((run) => run.left.size > 0)
      .slice(0, 3)
      .map(({ node, left }) => {
        const element = node.nodeType === 3 ? node.parentElement! : (node as Element)
        const path: string[] = []
        for (let one: Element | null = element; one; one = one.parentElement) path.unshift(one.localName)
        const [first = 0] = left
        range.selectNode(node)
        if (node.nodeType === 3) {
          range.setStart(node, first)
          range.setEnd(node, first + 1)
        }
        const { x, y, width, height } = range.getBoundingClientRect()
        const excerpt = node.textContent?.slice(first, first + 20)
        return `${path.slice(2).join('>')} “${excerpt}” (${left.size}) at ${[x, y, width, height].map(Math.round)}`
      })
      .join('; ')
  }

  return {
    letters: count(texts),
    pictures: runs.length - texts.length,
    look,
    unreached: () => count(runs),
    sample,
  }
}

function textRunsOf(document: Document): TextRun[] {
  const view = document.defaultView!
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const range = document.createRange()
  const { scrollLeft, scrollTop } = document.scrollingElement!
  const runs: TextRun[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode as Text | Element
    const isText = node.nodeType === 3
    if (!isText && !/^(img|svg)$/.test((node as Element).localName)) continue
    const parent = node.parentElement!
    if (parent.closest('svg, math, style, script') || !isRendered(isText ? parent : (node as Element))) continue
    const letters = isText
      ? [...node.textContent!.matchAll(/[^\s\p{Default_Ignorable_Code_Point}]/gu)].map(({ index }) => index)
      : [0]
    if (letters.length === 0) continue
    const clips: Element[] = []
    let isCut = false
    const scroller = parent.closest(`.${SCROLLER}`)
    for (
      let one: Element | null = scroller?.parentElement ?? parent;
      one && one !== document.documentElement;
      one = one.parentElement
    ) {
      const { overflowX, overflowY, display, contain, clipPath, clip, position } = view.getComputedStyle(one)
      const isBox = display !== 'inline' && display !== 'contents'
      isCut ||= clipPath !== 'none' || (clip !== 'auto' && position === 'absolute')
      if (isBox && `${overflowX}${overflowY}` !== 'visiblevisible') clips.push(one)
      else if (isBox && /paint|content|strict/.test(contain)) clips.push(one)
    }
    range.selectNodeContents(node)
    const lies = [...(scroller ?? (isText ? range : (node as Element))).getClientRects()].map(
      (box) => new DOMRect(box.x + scrollLeft, box.y + scrollTop, box.width, box.height),
    )
    runs.push({
      node,
      scroller,
      clips,
      isCut,
      isLate: isText && isLate(node as Text, view),
      lies,
      left: new Set(letters),
    })
  }
  return runs
}

/**
 * For text with a `::first-letter` style, WebKit returns the boxes one letter late, and none, or an empty one, for the
 * last letter (https://github.com/readium/swift-toolkit/issues/721): use the box of the letter before it.
 */
function isLate(node: Text, view: Window) {
  const own = view.getComputedStyle(node.parentElement!, '::first-letter')
  if (own.float === view.getComputedStyle(node.parentElement!).float || node.length < 2) return false
  const range = node.ownerDocument.createRange()
  range.setStart(node, node.length - 1)
  range.setEnd(node, node.length)
  return [...range.getClientRects()].every(({ width }) => width === 0)
}

function isRendered(element: Element) {
  const view = element.ownerDocument.defaultView!
  if (view.getComputedStyle(element).visibility !== 'visible') return false
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (view.getComputedStyle(one).display === 'none') return false
  }
  return true
}

function encloses(area: DOMRect, box: DOMRect) {
  return (
    box.left >= area.left - TOLERANCE_PX &&
    box.right <= area.right + TOLERANCE_PX &&
    box.top >= area.top - TOLERANCE_PX &&
    box.bottom <= area.bottom + TOLERANCE_PX
  )
}

function meets(area: DOMRect, box: DOMRect) {
  return box.right > area.left && box.left < area.right && box.bottom > area.top && box.top < area.bottom
}

function frameDrawn() {
  return new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

import { adaptBookStyle } from './book-style.ts'
import { isRightToLeftLanguage, languageOf } from './chapter-language.ts'
import type { Writing } from './page-geometry.ts'
import { LAYER } from './page-style.ts'
import { sandbox, supportsScriptlessFrameEvents } from './scriptless-frames.ts'

/** `unreachable`: no answer came. `refused`: the answer was no chapter, as when the address has expired. */
export class ChapterError extends Error {
  readonly kind: 'unreachable' | 'refused'

  constructor(kind: 'unreachable' | 'refused') {
    super(`The chapter was ${kind}`)
    this.kind = kind
  }
}

/** Metadata of a chapter from the manifest. */
export interface ChapterMetadata {
  title: string
  language: string | undefined
  isRightToLeft: boolean
  isFixed: boolean
}

/** A chapter whose pictures take longer is shown without them, and laid out again once they are loaded. */
const SHOW_AFTER_MS = 3000
/** A chapter of which nothing has come by then is unreachable: its connection may be dead. */
const ANSWER_LIMIT_MS = 20_000
const CHECKED_EVERY_MS = 250

/**
 * Loads a chapter into a frame of its own. The frame is sandboxed without scripts, and its address answers with
 * `script-src 'none'`: a book can draw, and nothing else. Throws `ChapterError`.
 */
export async function loadDocument(container: HTMLElement, address: string, metadata: ChapterMetadata) {
  const frame = takeBegunFrame(container, address) ?? beginFrame(container, address)
  frame.title = metadata.title
  frame.className = 'reader-frame'
  try {
    const document = await documentOf(frame)
    // Firefox computes no style in a frame that is not displayed.
    if (!document.defaultView!.getComputedStyle(document.documentElement).display) frame.style.display = ''
    setLanguage(document, metadata)
    adaptBookStyle(document)
    return { frame, document }
  } catch (problem) {
    frame.remove()
    throw problem
  }
}

/** Fetches a chapter's document without showing it. */
export async function fetchDocument(address: URL, type: string): Promise<Document> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The chapter answered ${response.status}`)
  return new DOMParser().parseFromString(
    await response.text(),
    type.includes('xml') ? 'application/xhtml+xml' : 'text/html',
  )
}

function beginFrame(container: HTMLElement, address: string): HTMLIFrameElement {
  const frame = container.ownerDocument.createElement('iframe')
  const allowed = sandbox()
  frame.setAttribute('sandbox', allowed)
  frame.inert = true
  frame.src = address
  // Undisplayed until it is laid out as pages, like the frame that the launch begins in the same engines: displayed, it
  // would first be laid out by the book's own style.
  if ('moveBefore' in container) frame.style.display = 'none'
  container.append(frame)
  if (supportsScriptlessFrameEvents(frame) || allowed === sandbox()) return frame
  // The first frame has shown that others are needed. Testing with one of its own would block every browser for longer.
  frame.remove()
  return beginFrame(container, address)
}

/** Takes the frame in which the launch began to load this address (`launch/begin-launch.ts`), if it did. */
function takeBegunFrame(container: HTMLElement, address: string): HTMLIFrameElement | undefined {
  const frame = container.ownerDocument.querySelector<HTMLIFrameElement>('body > iframe[data-first-chapter]')
  if (frame?.src === address && supportsScriptlessFrameEvents(frame)) {
    // Below the baseline: without `moveBefore` no frame was begun. The frame stays undisplayed until it is laid out as
    // pages (`layout-engine.ts`): displayed earlier, it would first be laid out by the book's own style.
    container.moveBefore(frame, null)
    return frame
  }
  frame?.remove()
  return undefined
}

/**
 * Waits until a frame has loaded, or can be read and its pictures have had their time, or has left the page, or until
 * no answer is to be expected.
 */
async function documentOf(frame: HTMLIFrameElement): Promise<Document> {
  const loaded = new Promise<void>((resolve) => {
    if (frame.dataset.firstChapter === 'loaded') resolve()
    else frame.addEventListener('load', () => resolve(), { once: true })
  })
  let timer: ReturnType<typeof setInterval> | undefined
  const readyOrGone = new Promise<void>((resolve) => {
    let waitedMs = 0
    timer = setInterval(() => {
      const { contentDocument } = frame
      // Not by a clock: a page that was frozen in the background has just begun to wait.
      waitedMs += CHECKED_EVERY_MS
      const hasAnswer = contentDocument?.URL !== 'about:blank'
      const isReadable = hasAnswer && contentDocument && contentDocument.readyState !== 'loading'
      const isOver = isReadable ? waitedMs > SHOW_AFTER_MS : !hasAnswer && waitedMs > ANSWER_LIMIT_MS
      if (!frame.isConnected || isOver) resolve()
    }, CHECKED_EVERY_MS)
  })
  await Promise.race([loaded, readyOrGone])
  clearInterval(timer)
  // The browser's own page for a failed load is of another origin; an error of the service is JSON.
  const document = frame.contentDocument
  if (!document || document.URL === 'about:blank') throw new ChapterError('unreachable')
  if (!/html|xml|image/.test(document.contentType)) throw new ChapterError('refused')
  return document
}

/** Sets the language and direction that the book declares, where the chapter itself declares none. */
function setLanguage(document: Document, { language, isRightToLeft }: ChapterMetadata) {
  const root = document.documentElement
  const body = document.body ?? root
  if (!root.lang && language) root.lang = language
  const { direction } = document.defaultView!.getComputedStyle(body)
  if (isRightToLeft && isRightToLeftLanguage(languageOf(root)) && !root.dir && !body.dir && direction === 'ltr')
    root.dir = 'rtl'
  else if (body.dir && !root.dir) root.dir = body.dir
}

/** Appends an empty style sheet to a chapter, which may be a drawing without a head. */
export function appendStyle(document: Document): HTMLStyleElement {
  const style = document.createElementNS('http://www.w3.org/1999/xhtml', 'style') as HTMLStyleElement
  ;(document.head ?? document.documentElement).append(style)
  return style
}

/** Adds the element that holds our style sheet, and declares its layer before the book's (`page-style.ts`). */
export function appendLayer(document: Document): HTMLStyleElement {
  const layer = appendStyle(document)
  layer.textContent = `@layer ${LAYER};`
  layer.parentElement!.prepend(layer)
  return appendStyle(document)
}

/** Returns how the text of a chapter runs, by its computed style. */
export function writingOf(document: Document): Writing {
  const { writingMode, direction } = document.defaultView!.getComputedStyle(document.body ?? document.documentElement)
  const isVertical = writingMode.startsWith('vertical')
  return { isVertical, isRightToLeft: isVertical ? writingMode === 'vertical-rl' : direction === 'rtl' }
}

/**
 * Returns the page size of a fixed-layout chapter: https://www.w3.org/TR/epub-33/#sec-fxl-content-dimensions. Undefined
 * where it is the device's or missing.
 */
export function declaredSize(document: Document): { width: number; height: number } | undefined {
  const viewport = document.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? ''
  const [, width] = /width\s*=\s*([\d.]+)/.exec(viewport) ?? []
  const [, height] = /height\s*=\s*([\d.]+)/.exec(viewport) ?? []
  if (width && height) return { width: Number(width), height: Number(height) }
  const box = document.querySelector('svg')?.viewBox?.baseVal
  if (box && box.width > 0 && box.height > 0) return { width: box.width, height: box.height }
  const picture = document.querySelector<HTMLImageElement>('body > img:only-child')
  if (picture && picture.naturalWidth > 0) return { width: picture.naturalWidth, height: picture.naturalHeight }
  return undefined
}

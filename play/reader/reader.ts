import type { Locator } from '@estante/contract/locator.ts'
import type { BookHit } from '@estante/contract/play/book-search.ts'
import { nextTask } from '@estante/design/next-task.ts'
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { takeDestination } from '../places/destination.ts'
import { goToOtherForm } from '../places/other-form.ts'
import { type Palette, typefaceOf } from './appearance/appearance.ts'
import { createBookLinks } from './book-links.ts'
import { createBookLoading } from './book-loading.ts'
import type { BookMap } from './book-map.ts'
import { createBookPreferences } from './book-preferences.ts'
import { createBookVisit } from './book-visit.ts'
import { createBookVoice } from './book-voice.ts'
import { createLookup } from './definition/lookup.ts'
import { createJumps } from './jumps.ts'
import { loadTypeface, loadUpright } from './layout/typefaces.ts'
import { createMarks } from './marks/marks.ts'
import { frameDrawn } from './navigator/frame-drawn.ts'
import { createNavigator, type NavigatorListeners } from './navigator/navigator.ts'
import type { Move, Position } from './navigator/position.ts'
import { createOpenBook, type OpenBook } from './open-book.ts'
import { createPageControls } from './page-controls.ts'
import { createBookSearch } from './search/book-search.ts'
import { text } from './text.ts'

/** Preferences that arrive later apply to the next opening: a page does not change its look while it is read. */
const PREFERENCES_WAIT_MS = 300

export type Reader = ReturnType<typeof createReader>

/** Opens an e-book on the screen. Call `close` when it leaves. */
export function createReader(id: string) {
  let container: HTMLElement | undefined
  const parts = createParts(id, () => open(container!))
  const { book, closed, preferences, loading, marks, links, jumps, visit, search } = parts

  /** Loads the book and shows it in `element` at the server's place. */
  function open(element: HTMLElement) {
    container = element
    return openBook(id, element, parts)
  }

  return {
    id,
    publication: book.publication,
    manifest: book.manifest,
    map: book.map,
    position: book.position as ReadonlySignal<Position | undefined>,
    problem: loading.problem,
    look: preferences.look,
    flow: preferences.flow,
    note: links.note,
    marks,
    pace: preferences.pace,
    open,
    retry: loading.retry,
    ...parts.controls,
    /** Whether the member waits for a chapter or a footnote. */
    isBusy: computed(() => parts.controls.isBusy.value || loading.isRepeating.value || links.isReading.value),
    voice: parts.voice,
    /** The engine's voice while it reads the book aloud. */
    aloud: signal<SpeechSynthesisVoice | undefined>(),
    lookup: createLookup(() => book.manifest.value?.metadata.language[0], marks),
    /** The places that jumps led away from. */
    history: jumps.places,
    goBack: jumps.goBack,
    goToHref: jumps.goToHref,
    goToPlace: jumps.goToPlace,
    /** Goes to a part of the whole book, from 0 to 1. */
    goToPart(totalProgression: number) {
      const { chapter, progression } = book.map.value!.placeAt(totalProgression)
      jumps.goTo({ chapter, at: { progression } })
    },
    /** Another device's place, until the member decides between the two. */
    question: visit.question,
    async goThere() {
      const there = await visit.goThere()
      if (there && !closed.aborted) jumps.sync(there)
    },
    stayHere: visit.stayHere,
    /** Describes a place that was left: its chapter and its percentage. */
    describe: ({ title, href, locations }: Locator) => ({
      title: title || text.untitled(book.map.value!, href),
      detail: text.percent(locations.totalProgression ?? 0),
    }),
    search,
    /** Goes to a search result and highlights it for a moment. */
    goToHit(hit: BookHit) {
      search.visited.value = hit
      const { progression = 0 } = hit.locator.locations
      jumps.goTo({ chapter: hit.chapter, at: { progression, letters: hit.letters } })
    },
    goToOtherForm: () => openOtherForm(book),
    close: parts.close,
  }
}

type Parts = ReturnType<typeof createParts>

/** Creates the parts of a reader, and connects them. */
function createParts(id: string, reopen: () => Promise<void>) {
  const closing = new AbortController()
  const { signal: closed } = closing
  const book = createOpenBook()
  const { position, navigator } = book
  const preferences = createBookPreferences(book, () => voice.listener !== undefined)
  const { look, pace } = preferences
  const loading = createBookLoading(id, {
    onRenewed(opened) {
      book.renew(opened)
      visit.receive(opened.publication.place)
    },
    onProblem: () => visit.pause(),
    reopen,
  })
  const { problem, address, renew } = loading
  const voice = createBookVoice(book, { palette: look.palette, preferences: preferences.voice, address, renew })
  const jumps = createJumps(book, voice.jumped)
  const marks = createMarks(id, book, jumps.goTo)
  const links = createBookLinks(book, jumps.goTo)
  const { controls, listeners } = createPageControls(book, voice, jumps)
  const search = createBookSearch(id)
  const visit = createBookVisit(id, {
    position,
    problem,
    onShow: pace.show,
    onHide() {
      navigator()?.flushTurn()
      pace.hide()
      preferences.flush()
    },
    onReturn: () => void marks.load(),
  })
  addEventListener('online', loading.onOnline, { signal: closed })
  let palette: Palette | undefined
  const stopStyling = effect(() => {
    const next = look.current.value
    // The latest look: a later change may have been set before this runs.
    const setLook = () => navigator()?.setLook(look.current.peek())
    // Laid out after the frame that shows the tap; but coloured at once, with the screen around the page.
    if (next.palette === palette) void nextTask().then(setLook)
    else untracked(setLook)
    palette = next.palette
  })

  function close() {
    if (closed.aborted) return
    visit.close()
    closing.abort()
    marks.close()
    navigator()?.close()
    loading.close()
    look.close()
    stopStyling()
  }

  return { book, closed, preferences, loading, voice, jumps, marks, links, controls, listeners, search, visit, close }
}

async function openBook(id: string, container: HTMLElement, parts: Parts) {
  const { book, closed, preferences, loading, visit, jumps, marks } = parts
  const { appearance, current: look } = preferences.look
  const isFirst = !book.navigator()
  // The chapter waits for its typeface.
  const typeface = typefaceOf(appearance.value)
  if (typeface) loadUpright(typeface).catch(() => {})
  const preferring = isFirst ? preferences.restore(closed) : undefined
  await loading.open(isFirst, async (opened) => {
    const place = visit.open(opened.publication.place)
    const navigator = book.open(opened, (map) =>
      createNavigator(container, opened.manifest, map, opened.base, look.value, listenersOf(parts)),
    )
    await Promise.race([preferring, new Promise((resolve) => setTimeout(resolve, PREFERENCES_WAIT_MS))])
    // The book was mapped in this task; the next creates a frame for the chapter.
    await nextTask()
    const destination = isFirst ? takeDestination(id) : undefined
    const inText = destination && (await marks.destinationInText(destination))
    if (!closed.aborted) await (inText ? jumps.open(inText, place) : navigator.open(place))
    void marks.load()
    // Load the remaining cuts for the next chapters, after the page is visible.
    if (typeface) loadTypeface(typeface).catch(() => {})
  })
}

function listenersOf(parts: Parts): NavigatorListeners {
  const { listeners, links, marks, loading } = parts
  return {
    ...listeners,
    onPosition: (next, move) => recordPosition(parts, next, move),
    onLink: (destination, link) => void links.follow(destination, link),
    onSelection: marks.select,
    onZoom: marks.done,
    onKey(event) {
      if (event.key !== 'Escape' || !marks.active.value) return listeners.onKey(event)
      marks.done()
      return true
    },
    onMark: marks.tap,
    onRibbon: marks.toggleBookmark,
    marksOf: marks.inChapter,
    onProblem: (cause, again) => void loading.failChapter(cause, again),
  }
}

function recordPosition(parts: Parts, next: Position, move: Move) {
  const { loading, voice, visit, jumps } = parts
  const { position } = parts.book
  const isFirst = !position.value
  // Pages turned by the narration do not measure the reading pace.
  if (!voice.listener) parts.preferences.pace.moved(next, move)
  parts.marks.closeActive()
  visit.move(next, move, jumps.from())
  if (move === 'jump' || move === 'sync') jumps.arrived()
  if (move !== 'none') announce(parts, next, move)
  batch(() => {
    position.value = next
    // Another chapter failed: a new layout of the present page does not solve its problem.
    if (move !== 'none' || isFirst) loading.succeeded()
    // Not after a new layout: when the tools take a row, the last page may become the last but one.
    // The turn to the last page may be reported after the turn past it.
    if (move !== 'none' && (move !== 'turn' || !next.isAtBookEnd)) parts.controls.isAtEnd.value = false
  })
  if (move === 'none') voice.listener?.laidOut()
  else voice.listener?.moved()
  // The work for it would delay the first page.
  if (isFirst) void frameDrawn().then(visit.show)
  else visit.show()
}

/** Announces a turned page; not a scroll, which moves all the time, nor a page that a voice reads. */
function announce({ book, preferences, voice, controls }: Parts, next: Position, move: Move) {
  const isTurned = move === 'turn' && preferences.flow.value === 'pages' && !voice.listener
  const title = next.title === book.position.value?.title ? undefined : next.title
  controls.turnedTo.value = isTurned ? { title, progress: progressOf(book.map.value!, next) } : undefined
}

/** Returns how far a page is in the book, and what is left of its chapter. */
function progressOf(map: BookMap, { chapter, locator, pagesLeft }: Position): string {
  const place = map.isFixed(chapter) ? text.chapterOf(chapter + 1, map) : text.pagesLeft(pagesLeft).join('')
  return `${text.percent(locator.locations.totalProgression ?? 0)} · ${place}`
}

async function openOtherForm({ publication, map, position }: OpenBook) {
  const { chapter, locator } = position.value ?? {}
  const at = chapter !== undefined && map.value?.letterAt(chapter, locator?.locations.progression ?? 0)
  if (!publication.value || !locator) return
  await goToOtherForm(publication.value, { href: locator.href, letter: at ? at.letter : 0 })
}

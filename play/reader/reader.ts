import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { nextTask } from '@estante/design/next-task.ts'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type LoadedPublication, openPublication } from '../open-publication.ts'
import { type Destination, takeDestination } from '../places/destination.ts'
import { goToOtherForm } from '../places/other-form.ts'
import { text as placesText } from '../places/text.ts'
import { takeLetterKeys } from '../preferences/letter-keys.ts'
import { pagePreferences } from '../preferences/page-preferences.ts'
import { publicationPath } from '../publication/publication.ts'
import { navigate } from '../router.ts'
import { getPatiently } from '../session/resource.ts'
import { typefaceOf } from './appearance.ts'
import { createBookLinks } from './book-links.ts'
import { createBookLoading } from './book-loading.ts'
import { createBookLook } from './book-look.ts'
import { type BookMap, flowOf, isSamePage, mapBook } from './book-map.ts'
import { createBookPace } from './book-pace.ts'
import { createBookSearch } from './book-search.ts'
import { createBookVisit } from './book-visit.ts'
import { createLookup } from './definition/lookup.ts'
import { frameDrawn } from './frame-drawn.ts'
import { createJumps } from './jumps.ts'
import { createMarks } from './marks.ts'
import { createNavigator, type Navigator } from './navigator.ts'
import type { Picture } from './pictures/picture.ts'
import { type Move, type Position, type Target, targetOf } from './position.ts'
import type { ReadAlong } from './read-along/read-along.ts'
import type { ReadAlongBook } from './read-along/read-along-book.ts'
import { text } from './text.ts'
import { loadTypeface, loadUpright } from './typefaces.ts'
import { createVoicePreferences } from './voice-preferences.ts'

/** Preferences that arrive later apply to the next opening: a page does not change its look while it is read. */
const PREFERENCES_WAIT_MS = 300

/** The voice of a book with audio: `listener` while it is in use. */
interface Voice {
  book(): ReadAlongBook
  listener:
    | (Pick<ReadAlong, 'tap' | 'turned' | 'moved'> & {
        jumped(chapter: number, letter: number): void
        laidOut?(): void
      })
    | undefined
}

/** The reading ruler, while the member has it on. */
interface RulerHooks {
  /** Returns whether the ruler handled the tap. */
  tap(x: number, y: number): boolean
  key(event: KeyboardEvent): boolean
}

export type Reader = ReturnType<typeof createReader>

/** An e-book on the screen. Call `close` when it leaves. */
export function createReader(id: string) {
  const publication = signal<PublicationDetail | undefined>()
  const manifest = signal<Manifest | undefined>()
  const map: ReadonlySignal<BookMap | undefined> = computed(() => manifest.value && mapBook(manifest.value))
  const position = signal<Position | undefined>()
  const flow = computed(() => {
    const chosen = look.appearance.value.flow
    const chapter = manifest.value?.readingOrder[position.value?.chapter ?? 0]
    return chapter ? flowOf(manifest.value!, chapter, chosen) : chosen
  })
  const toolsShown = signal(true)
  /** The picture that is open over the page. */
  const picture = signal<Picture | undefined>()
  const isAtEnd = signal(false)
  const isBusy = signal(false)
  /** The engine's voice while it reads the book aloud. */
  const aloud = signal<SpeechSynthesisVoice | undefined>()
  let container: HTMLElement | undefined
  let navigator: Navigator | undefined
  /** The member's own place, when the book was opened at another. */
  let arrivedFrom: Locator | undefined

  const preferences = pagePreferences()
  const look = createBookLook(preferences)
  const pace = createBookPace(map, position, preferences)
  const voicePreferences = createVoicePreferences(preferences)
  const jumps = createJumps(map, position, () => navigator, onArrived)
  const marks = createMarks(id, { publication, map, position, navigator: () => navigator, goTo: jumps.goTo })
  const lookup = createLookup(() => manifest.value?.metadata.language[0], marks)
  const links = createBookLinks(() => navigator, jumps.goTo)
  const search = createBookSearch((q, cursor) => {
    const query = new URLSearchParams({ q, ...(cursor && { cursor }) })
    return getPatiently(`/play/v1/publications/${id}/search?${query}`) as Promise<BookHits>
  })
  const loading = createBookLoading(id, { onRenewed, onProblem: () => visit.pause(), reopen: () => open(container!) })
  const { problem } = loading
  const visit = createBookVisit(id, {
    position,
    problem,
    onShow: pace.show,
    onHide() {
      navigator?.flushTurn()
      pace.hide()
      preferences.flush()
    },
    onReturn: () => void marks.load(),
  })
  const ruler: { hooks: RulerHooks | undefined } = { hooks: undefined }
  const voice: Voice = { book: readAlongBook, listener: undefined }

  const closing = new AbortController()
  const { signal: closed } = closing
  addEventListener('online', loading.onOnline, { signal: closed })
  const stopStyling = effect(() => {
    const next = look.current.value
    untracked(() => navigator?.setLook(next))
  })

  /** Loads the book and shows it in `element` at the server's place. */
  async function open(element: HTMLElement) {
    container = element
    const isFirst = !navigator
    // The chapter waits for its typeface.
    const typeface = typefaceOf(look.appearance.value)
    if (typeface) loadUpright(typeface).catch(() => {})
    const preferring = isFirst ? takePreferences() : undefined
    try {
      const opened = await openPublication(id)
      // The launch has brought it: the screen was rendered in this task.
      if (isFirst) await nextTask()
      if (closed.aborted) return
      if (opened.publication.type !== 'ebook') return navigate(publicationPath(opened.publication), { replace: true })
      loading.take(opened)
      const locator = visit.open(opened.publication.progress)
      batch(() => {
        publication.value = opened.publication
        manifest.value = opened.manifest
      })
      navigator ??= navigatorIn(element, opened)
      navigator.setBase(opened.base)
      await Promise.race([preferring, new Promise((resolve) => setTimeout(resolve, PREFERENCES_WAIT_MS))])
      const destination = isFirst ? takeDestination(id) : undefined
      if (!closed.aborted) await (destination ? arrive(destination, locator) : navigator.open(locator))
      void marks.load()
      // Load the remaining cuts for the next chapters, after the page is visible.
      if (typeface) loadTypeface(typeface).catch(() => {})
    } catch (cause) {
      loading.fail(cause)
    }
  }

  function navigatorIn(element: HTMLElement, { manifest, base }: LoadedPublication) {
    return createNavigator(element, manifest, map.value!, base, look.current.value, {
      onPosition,
      onLink: (destination, link) => void links.follow(destination, link),
      onSelection: marks.select,
      onMark: marks.tap,
      onRibbon: marks.toggleBookmark,
      onTap: (chapter, x, y) => voice.listener?.tap(chapter, x, y) || (ruler.hooks?.tap(x, y) ?? false),
      onKey: (event) => ruler.hooks?.key(event) ?? false,
      onPicture(opened) {
        picture.value = opened
      },
      marksOf: marks.inChapter,
      onToggleTools() {
        toolsShown.value = !toolsShown.value
      },
      onTurn() {
        // While a voice reads, a tap on the text is for the voice and could not bring them back.
        if (!voice.listener) toolsShown.value = false
        turned()
      },
      onBookEnd() {
        isAtEnd.value = true
      },
      onBusy(busy) {
        isBusy.value = busy
      },
      onProblem: (cause, again) => void loading.failChapter(cause, again),
    })
  }

  /** Opens the book at a destination, with a way back to the member's own place. */
  async function arrive({ locator, letter }: Destination, previous: Locator | undefined) {
    arrivedFrom = previous
    if (previous && !isSamePage(previous, locator)) jumps.push(targetOf(map.value!, previous))
    const target = targetOf(map.value!, locator)
    await navigator?.goTo(letter === undefined ? target : { ...target, at: { letter } })
  }

  /** Applies the preferences of other devices; the look only while nothing is shown. */
  async function takePreferences() {
    const stored = await preferences.read()
    if (!stored || closed.aborted) return
    batch(() => {
      takeLetterKeys(stored)
      look.restore(stored, position.value !== undefined)
      pace.restore(stored)
      voicePreferences.restore(stored, voice.listener !== undefined)
    })
  }

  function onRenewed(opened: LoadedPublication) {
    navigator?.setBase(opened.base)
    publication.value = opened.publication
    visit.receive(opened.publication.progress)
  }

  function onPosition(next: Position, move: Move) {
    const isFirst = !position.value
    // Pages turned by the narration do not measure the reading pace.
    if (!voice.listener) pace.moved(next, move)
    marks.closeActive()
    visit.move(next, move, position.value?.locator ?? arrivedFrom)
    batch(() => {
      position.value = next
      loading.succeeded()
      if (!next.isAtBookEnd) isAtEnd.value = false
    })
    if (move === 'none') voice.listener?.laidOut?.()
    else voice.listener?.moved()
    // The work for it would delay the first page.
    if (isFirst) void frameDrawn().then(visit.show)
    else visit.show()
  }

  /** Takes the voice along on a jump. */
  function onArrived({ chapter, at }: Target) {
    if (!navigator || position.value?.chapter !== chapter) return
    const id = typeof at === 'object' && 'id' in at ? at.id : undefined
    const letters = id === undefined ? undefined : navigator.lettersOf(chapter, id)
    voice.listener?.jumped(chapter, (letters ?? navigator.pageStart())?.start ?? 0)
  }

  function turned() {
    voice.listener?.turned()
    jumps.turned()
  }

  function readAlongBook(): ReadAlongBook {
    return {
      manifest: manifest.value!,
      map: map.value!,
      navigator: navigator!,
      position,
      palette: look.palette,
      publication,
      preferences: voicePreferences,
      address: loading.address,
      renew: loading.renew,
    }
  }

  return {
    id,
    publication: publication as ReadonlySignal<PublicationDetail | undefined>,
    manifest: manifest as ReadonlySignal<Manifest | undefined>,
    map,
    position: position as ReadonlySignal<Position | undefined>,
    problem,
    look,
    /** How the chapter is read: in pages or scrolled. */
    flow,
    toolsShown,
    note: links.note,
    picture,
    marks,
    isAtEnd,
    /** Whether a chapter is being loaded. */
    isBusy: isBusy as ReadonlySignal<boolean>,
    pace,
    open,
    retry: loading.retry,
    next() {
      turned()
      void navigator?.next()
    },
    previous() {
      turned()
      if (isAtEnd.value) isAtEnd.value = false
      else void navigator?.previous()
    },
    /** The narration of the book. */
    voice,
    aloud,
    ruler,
    lookup,
    visibleLines: () => navigator?.visibleLines(),
    follow: (intent: Parameters<Navigator['follow']>[0]) => navigator?.follow(intent),
    /** Returns whether the zoomed page, a selection or the reading ruler handled a key. */
    takeKey: (key: KeyboardEvent) => navigator?.zoom(key) || navigator?.select(key) || (ruler.hooks?.key(key) ?? false),
    /** The places that jumps led away from. */
    history: jumps.places,
    goBack: jumps.goBack,
    goToHref: jumps.goToHref,
    goToPlace: jumps.goToPlace,
    /** Another device's place, until the member decides between the two. */
    question: visit.question,
    async goThere() {
      const there = await visit.goThere()
      if (!there || closed.aborted) return
      jumps.leave()
      await navigator?.open(there)
    },
    stayHere: visit.stayHere,
    /** Describes a place that was left: its chapter and its percentage. */
    describe: ({ title, locations }: Locator) => ({
      title: title || text.untitled,
      detail: text.percent(locations.totalProgression ?? 0),
    }),
    search,
    /** Goes to a search result and highlights it for a moment. */
    goToHit(hit: BookHit) {
      search.visited.value = hit
      const { progression = 0 } = hit.locator.locations
      jumps.goTo({ chapter: hit.chapter, at: { progression, letters: hit.letters } })
    },
    async goToOtherForm() {
      const { chapter, locator } = position.value ?? {}
      const at = chapter !== undefined && map.value?.letterAt(chapter, locator?.locations.progression ?? 0)
      if (!publication.value || !locator) return
      const here = { href: locator.href, letter: at ? at.letter : 0 }
      await goToOtherForm(publication.value, here, () => showToast(placesText.otherFormUnplaced))
    },
    restart: () => void navigator?.goTo({ chapter: 0, at: 'start' }),
    close() {
      if (closed.aborted) return
      visit.close()
      closing.abort()
      marks.close()
      navigator?.close()
      loading.close()
      look.close()
      stopStyling()
    },
  }
}

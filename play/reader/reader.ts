import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { beforeLeaving, pageOutbox } from '../activity/page-outbox.ts'
import { createReading } from '../activity/reading.ts'
import { isEmbedded, openExternal, sendToHost } from '../bridge/bridge.ts'
import { remember, remembered } from '../device-memory.ts'
import { type OpenedPublication, type OpeningProblem, openPublication, problemOf } from '../open-publication.ts'
import { type Destination, takeDestination } from '../places/destination.ts'
import { goToOtherForm } from '../places/other-form.ts'
import { placeKeeperOf } from '../places/page-places.ts'
import { text as placesText } from '../places/text.ts'
import { pagePreferences } from '../preferences/page-preferences.ts'
import { publicationPath } from '../publication/publication.ts'
import { navigate } from '../router.ts'
import { memberSession } from '../session/api.ts'
import { getPatiently } from '../session/resource.ts'
import { type Appearance, palettes, themeOf, toAppearance, typefaceOf } from './appearance.ts'
import { type BookMap, isSamePage, mapBook, placeOf } from './book-map.ts'
import { createBookPace } from './book-pace.ts'
import { createBookSearch } from './book-search.ts'
import { ChapterError } from './chapter-document.ts'
import { toTerm } from './definition/term.ts'
import { isNoteReference, type NoteParagraph, noteIn } from './footnote.ts'
import { frameDrawn } from './frame-drawn.ts'
import { createJumpHistory } from './jump-history.ts'
import type { LinkDestination } from './links.ts'
import { createMarks } from './marks.ts'
import { text as marksText } from './marks-text.ts'
import { type BookLook, createNavigator, type Move, type Navigator, type Target } from './navigator.ts'
import type { Picture } from './pictures/picture.ts'
import type { Position } from './position.ts'
import type { ReadAlong, ReadAlongBook } from './read-along/read-along.ts'
import { text } from './text.ts'
import { loadTypeface, loadUpright } from './typefaces.ts'

const TICK_MS = 1000
/** Preferences that arrive later apply to the next opening: a page does not change its look while it is read. */
const PREFERENCES_WAIT_MS = 300

/** The voice of a book with audio: `listener` while it is in use. */
interface Voice {
  book(): ReadAlongBook
  listener: Pick<ReadAlong, 'tap' | 'turned' | 'moved'> | undefined
}

/** The band of lines that stands out, while the member wants one. */
interface RulerHooks {
  /** Returns true when the tap was for it. */
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
  const problem = signal<OpeningProblem | undefined>()
  const appearance = signal<Appearance>(toAppearance(remembered('appearance')))
  const systemIsDark = signal(false)
  const theme = computed(() => themeOf(appearance.value, systemIsDark.value))
  const palette = computed(() => {
    const accent =
      memberSession.profile.value?.partner.brand?.accent?.[theme.value === 'black' ? 'dark' : theme.value].accent
    return { ...palettes[theme.value], ...(accent && { link: accent }) }
  })
  const toolsShown = signal(true)
  const note = signal<NoteParagraph[] | undefined>()
  /** The picture that is open over the page. */
  const picture = signal<Picture | undefined>()
  const history = createJumpHistory<Target>()
  const isAtEnd = signal(false)
  const isBusy = signal(false)
  const preferences = pagePreferences()
  const pace = createBookPace(map, position, preferences)
  const search = createBookSearch((words, cursor) => {
    const query = new URLSearchParams({ q: words, ...(cursor && { cursor }) })
    return getPatiently(`/play/v1/publications/${id}/search?${query}`) as Promise<BookHits>
  })

  const place = placeKeeperOf(id, isSamePage)
  const reading = createReading(pageOutbox(), () => performance.now(), id, place)
  let container: HTMLElement | undefined
  let navigator: Navigator | undefined
  let isClosed = false
  let hasRenewed = false
  /** The manifest's folder, at its present address. */
  let base = ''
  /** The member's own place, when the book was opened at another. */
  let arrivedFrom: Locator | undefined
  let tryAgain: (() => Promise<void>) | undefined
  let renewTimer: ReturnType<typeof setTimeout> | undefined
  const marks = createMarks(id, {
    map: () => map.value,
    revision: () => publication.value?.revision ?? 1,
    position,
    navigator: () => navigator,
    leave: pushPlace,
  })

  /** The word that is looked up. */
  const definition = signal<string | undefined>()
  const ruler: { hooks: RulerHooks | undefined } = { hooks: undefined }
  const voice: Voice = { book: readAlongBook, listener: undefined }

  const darkScheme = matchMedia('(prefers-color-scheme: dark)')
  const onScheme = () => {
    systemIsDark.value = darkScheme.matches
  }
  onScheme()
  darkScheme.addEventListener('change', onScheme)
  const ticking = setInterval(reading.tick, TICK_MS)
  const stopReporting = beforeLeaving(leaveScreen)
  const onVisibility = () => (document.hidden ? leaveScreen() : comeBack())
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pageshow', comeBack)
  addEventListener('online', onOnline)
  const stopStyling = effect(() => {
    const look = lookOf()
    untracked(() => navigator?.setLook(look))
  })

  function lookOf(): BookLook {
    return { appearance: appearance.value, palette: palette.value, keepsColours: theme.value === 'light' }
  }

  /** Loads the book and shows it in `element` at the server's place. */
  async function open(element: HTMLElement) {
    container = element
    problem.value = undefined
    const isFirst = !navigator
    // The chapter waits for its typeface.
    const typeface = typefaceOf(appearance.value)
    if (typeface) loadUpright(typeface).catch(() => {})
    const preferring = isFirst ? takePreferences() : undefined
    try {
      const opened = await openPublication(id)
      if (isClosed) return
      if (opened.publication.type !== 'ebook') return navigate(publicationPath(opened.publication), { replace: true })
      takeAddress(opened)
      const { progress } = opened.publication
      let kept = position.value?.locator
      if (kept) place.hear(progress)
      else kept = place.opened(progress)
      batch(() => {
        publication.value = opened.publication
        manifest.value = opened.manifest
      })
      navigator ??= createNavigator(element, opened.manifest, map.value!, opened.base, lookOf(), {
        onPosition,
        onLink: (destination, link) => void onLink(destination, link),
        onSelection: marks.select,
        onMark: marks.tap,
        onTap: (chapter, x, y) => voice.listener?.tap(chapter, x, y) || (ruler.hooks?.tap(x, y) ?? false),
        onKey: (event) => ruler.hooks?.key(event) ?? false,
        onPicture(opened) {
          picture.value = opened
        },
        marksOf: marks.inChapter,
        onToggleTools: toggleTools,
        onTurn() {
          toolsShown.value = false
          turned()
        },
        onBookEnd() {
          isAtEnd.value = true
        },
        onBusy(busy) {
          isBusy.value = busy
        },
        onProblem: (cause, again) => void onProblem(cause, again),
      })
      await Promise.race([preferring, new Promise((resolve) => setTimeout(resolve, PREFERENCES_WAIT_MS))])
      const destination = isFirst ? takeDestination(id) : undefined
      if (!isClosed) await (destination ? arrive(destination, kept) : navigator.open(kept))
      void marks.load()
      // For the chapters to come, now that nothing on show waits for it.
      if (typeface) loadTypeface(typeface).catch(() => {})
    } catch (cause) {
      if (!isClosed) problem.value = problemOf(cause)
    }
  }

  /** Opens the book at a destination, with a way back to the member's own place. */
  async function arrive({ locator, letter }: Destination, kept: Locator | undefined) {
    const { chapter, progression } = placeOf(map.value!, locator)
    arrivedFrom = kept
    if (kept && !isSamePage(kept, locator)) {
      const { chapter, progression } = placeOf(map.value!, kept)
      history.push({ chapter, at: { progression } })
    }
    await navigator?.goTo({ chapter, at: letter === undefined ? { progression } : { letter } })
  }

  function readAlongBook(): ReadAlongBook {
    return {
      manifest: manifest.value!,
      address: (href) => new URL(href, base).href,
      renew,
      chapter: () => position.value?.chapter,
      letter: () => navigator?.pageStart()?.start ?? 0,
      chapterOf: (href) => map.value?.chapterOf(href),
      document: () => navigator?.currentDocument(),
      lettersOf: (chapter, id) => navigator?.lettersOf(chapter, id),
      isOnShow: (chapter, letter) => navigator?.isOnShow(chapter, letter) ?? false,
      readOn: async (target) => navigator?.readOn(target),
      palette: () => palette.value,
      publication,
      titleOf: (chapter) => map.value?.titleOf(chapter),
    }
  }

  /** Applies the preferences of other devices; the look only while nothing is shown. */
  async function takePreferences() {
    const kept = await preferences.read()
    if (!kept || isClosed) return
    const look = kept.appearance ? toAppearance(kept.appearance) : undefined
    batch(() => {
      if (look) remember('appearance', look)
      else if (remembered('appearance')) preferences.change({ appearance: appearance.value })
      if (look && !position.value) appearance.value = look
      pace.restore(kept)
    })
  }

  function takeAddress({ publication: { media }, base: fresh }: OpenedPublication) {
    base = fresh
    navigator?.setBase(base)
    clearTimeout(renewTimer)
    renewTimer = setTimeout(() => void renew().catch(() => {}), Math.min(media.expiresInSeconds * 800, 2 ** 31 - 1))
  }

  async function renew() {
    const opened = await openPublication(id)
    if (isClosed) return
    takeAddress(opened)
    publication.value = opened.publication
    place.hear(opened.publication.progress)
  }

  function onPosition(next: Position, move: Move) {
    const isFirst = !position.value
    // A voice is no measure of the reading pace.
    if (!voice.listener) pace.moved(next, move)
    hasRenewed = false
    tryAgain = undefined
    marks.closeActive()
    if (move === 'none') {
      place.shown(next.locator)
    } else {
      place.moved(next.locator, move === 'jump' ? (position.value?.locator ?? arrivedFrom) : undefined)
      place.remember()
      reading.moved()
    }
    batch(() => {
      position.value = next
      problem.value = undefined
      if (!next.isAtBookEnd) isAtEnd.value = false
    })
    if (move !== 'none') voice.listener?.moved()
    // The work for it would delay the first page.
    if (isFirst) void frameDrawn().then(showPage)
    else showPage()
  }

  /** The book leaves the screen, or the page may be about to close. */
  function leaveScreen() {
    navigator?.flushTurn()
    reading.hidden()
    pace.hidden()
    preferences.flush()
  }

  /** Starts counting, once a page of the book is visible in a visible tab. */
  function showPage() {
    if (isClosed || document.hidden || !position.value || problem.value) return
    reading.shown(position.value.chapter)
    pace.shown()
  }

  /** The view is visible again: another device may have moved the place. */
  function comeBack() {
    showPage()
    if (document.hidden) return
    void place.look()
    void marks.load()
  }

  /** Goes to another device's place. */
  async function goThere() {
    const there = await place.go()
    if (!there || isClosed) return
    pushPlace()
    await navigator?.open(there)
  }

  function stayHere() {
    place.stay()
    reading.report()
  }

  /** Renews a refused address once, without showing the failure. */
  async function onProblem(cause: unknown, again: () => Promise<void>) {
    tryAgain = again
    if (cause instanceof ChapterError && cause.kind === 'refused' && !hasRenewed) {
      hasRenewed = true
      try {
        await renew()
        return await again()
      } catch (renewing) {
        cause = renewing
      }
    }
    reading.hidden()
    problem.value = problemOf(cause)
  }

  function retry() {
    if (isClosed || !container) return
    const again = tryAgain
    hasRenewed = false
    problem.value = undefined
    if (!again) void open(container)
    else void renew().then(again, (cause) => onProblem(cause, again))
  }

  function onOnline() {
    if (problem.value === 'offline' || problem.value === 'failed') retry()
  }

  async function onLink(destination: LinkDestination, link: Element) {
    if (destination.kind === 'outside') return openExternal(destination.url)
    if (destination.kind === 'nowhere') return
    const { chapter, id: target } = destination
    if (target && isNoteReference(link)) {
      const found = await noteOf(chapter, target)
      if (found) {
        note.value = found
        return
      }
    }
    pushPlace()
    await navigator?.goTo({ chapter, at: target ? { id: target } : 'start' })
  }

  async function noteOf(chapter: number, target: string) {
    const here = position.value?.chapter === chapter ? navigator?.currentDocument() : undefined
    const source = here ?? (await navigator?.readChapter(chapter).catch(() => undefined))
    return source && noteIn(source, target)
  }

  function pushPlace() {
    const { chapter, locator } = position.value ?? {}
    if (chapter === undefined) return
    history.push({ chapter, at: { progression: locator?.locations.progression ?? 0 } })
  }

  /** Goes back to where the last jump began. */
  function goBack() {
    const target = history.pop()
    if (target) void navigator?.goTo(target)
  }

  function turned() {
    voice.listener?.turned()
    history.turned()
  }

  function toggleTools() {
    toolsShown.value = !toolsShown.value
  }

  function previous() {
    turned()
    if (isAtEnd.value) isAtEnd.value = false
    else void navigator?.previous()
  }

  function next() {
    turned()
    void navigator?.next()
  }

  function close() {
    if (isClosed) return
    leaveScreen()
    isClosed = true
    marks.close()
    navigator?.close()
    clearInterval(ticking)
    clearTimeout(renewTimer)
    stopReporting()
    stopStyling()
    darkScheme.removeEventListener('change', onScheme)
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pageshow', comeBack)
    removeEventListener('online', onOnline)
  }

  return {
    id,
    publication: publication as ReadonlySignal<PublicationDetail | undefined>,
    manifest: manifest as ReadonlySignal<Manifest | undefined>,
    map,
    position: position as ReadonlySignal<Position | undefined>,
    problem: problem as ReadonlySignal<OpeningProblem | undefined>,
    appearance: appearance as ReadonlySignal<Appearance>,
    theme,
    palette,
    toolsShown,
    note,
    picture,
    marks,
    /** The places that jumps led away from. */
    history: history.places,
    isAtEnd,
    /** Whether a chapter is being loaded. */
    isBusy: isBusy as ReadonlySignal<boolean>,
    pace,
    open,
    retry,
    next,
    previous,
    /** The recording that comes with the book. */
    voice,
    ruler,
    definition,
    /** Of a word or two, where the service has a dictionary, or there is a host that may. */
    canDefine: (words: string) =>
      toTerm(words) !== undefined && (memberSession.profile.value?.service.hasDictionary === true || isEmbedded()),
    define(words: string) {
      const word = toTerm(words)
      marks.done()
      if (word === undefined) return
      if (memberSession.profile.value?.service.hasDictionary) {
        definition.value = word
        return
      }
      sendToHost({ type: 'service:define', word, language: manifest.value?.metadata.language[0] ?? 'pt-BR' })
      showToast(marksText.askedHost)
    },
    linesOnShow: () => navigator?.linesOnShow(),
    goToHref(href: string) {
      pushPlace()
      void navigator?.goToHref(href)
    },
    follow: (intent: Parameters<Navigator['follow']>[0]) => navigator?.follow(intent),
    /** Whether a key was for what is over the page, or for the page as it is drawn. */
    takeKey: (key: KeyboardEvent) => navigator?.zoom(key) || (ruler.hooks?.key(key) ?? false),
    goBack,
    /** Another device's place, until the member decides between the two. */
    question: place.question,
    goThere,
    stayHere,
    /** Describes a place that was left: its chapter and its percentage. */
    describe: ({ title, locations }: Locator) => ({
      title: title || text.untitled,
      detail: text.percent(locations.totalProgression ?? 0),
    }),
    goToPlace(locator: Locator) {
      if (!map.value) return
      const { chapter, progression } = placeOf(map.value, locator)
      pushPlace()
      void navigator?.goTo({ chapter, at: { progression } })
    },
    search,
    /** Goes to a search result and highlights it for a moment. */
    goToHit(hit: BookHit) {
      search.visited.value = hit
      pushPlace()
      const { progression = 0 } = hit.locator.locations
      void navigator?.goTo({ chapter: hit.chapter, at: { progression, letters: hit.letters } })
    },
    async goToOtherForm() {
      const { chapter, locator } = position.value ?? {}
      const at = chapter !== undefined && map.value?.letterAt(chapter, locator?.locations.progression ?? 0)
      if (!publication.value || !locator) return
      const here = { href: locator.href, letter: at ? at.letter : 0 }
      await goToOtherForm(publication.value, here, () => showToast(placesText.otherFormUnplaced))
    },
    restart: () => void navigator?.goTo({ chapter: 0, at: 'start' }),
    setAppearance(change: Partial<Appearance>) {
      appearance.value = toAppearance({ ...appearance.value, ...change })
      remember('appearance', appearance.value)
      preferences.change({ appearance: change })
    },
    close,
  }
}

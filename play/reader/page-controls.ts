import { type ReadonlySignal, signal } from '@preact/signals'
import type { BookVoice } from './book-voice.ts'
import type { Jumps } from './jumps.ts'
import { isSmallWindow } from './layout/page-geometry.ts'
import { type Intent, inReadingOrder } from './navigator/gestures.ts'
import type { NavigatorListeners } from './navigator/navigator.ts'
import type { OpenBook } from './open-book.ts'
import type { Picture } from './pictures/picture.ts'

/** The reading ruler, while the member has it on. */
interface RulerHooks {
  /** Returns whether the ruler handled the tap. */
  tap(x: number, y: number): boolean
  key(event: KeyboardEvent): boolean
}

interface TurnedPage {
  /** Undefined while it is that of the page before. */
  title: string | undefined
  progress: string
}

/** Turns pages by button, key or gesture, and holds the state of the screen around them. */
export function createPageControls({ navigator }: OpenBook, voice: BookVoice, jumps: Jumps) {
  const areToolsVisible = signal(true)
  const picture = signal<Picture | undefined>()
  const { isAtEnd } = voice
  const isBusy = signal(false)
  const turnedTo = signal<TurnedPage | undefined>()
  const ruler: { hooks: RulerHooks | undefined } = { hooks: undefined }

  function turned() {
    voice.listener?.turned()
    jumps.turned()
  }

  /**
   * Hides the toolbar, except while a voice reads: a tap on the text is for the voice and could not bring it back. In a
   * small window it has a row: without it, the page would have room for the lines just read, and begin with them again.
   */
  function hideTools() {
    if (!voice.listener && !isSmallWindow(document)) areToolsVisible.value = false
  }

  const controls = {
    areToolsVisible,
    /** The picture that is open over the page. */
    picture,
    isAtEnd,
    isBusy: isBusy as ReadonlySignal<boolean>,
    /** The page last turned to, announced to screen readers: the focus may stay on a button. */
    turnedTo,
    ruler,
    next() {
      turned()
      void navigator()?.next()
    },
    previous() {
      turned()
      if (isAtEnd.value) isAtEnd.value = false
      else void navigator()?.previous()
    },
    follow(intent: Intent) {
      if (!isAtEnd.value) navigator()?.follow(intent)
      else if (inReadingOrder(intent, navigator()?.isTurnedFromRight() ?? false) === 'back') controls.previous()
    },
    focusPage: () => navigator()?.focus(),
    /** Returns whether the zoomed page, a selection or the reading ruler handled a key. */
    takeKey: (key: KeyboardEvent) =>
      navigator()?.zoom(key) || navigator()?.select(key) || (ruler.hooks?.key(key) ?? false),
    visibleLines: () => navigator()?.visibleLines(),
    /** The box of the letter that a voice is saying, if it is on the visible page. */
    spokenBox() {
      const { chapter, letter } = voice.spoken.value ?? {}
      if (chapter === undefined || letter === undefined) return undefined
      return navigator()?.boxesOf(chapter, letter, letter + 1)[0]
    },
    /** Whether there are words on the visible page. */
    hasText: () => navigator()?.currentText() !== undefined,
    restart: () => jumps.goTo({ chapter: 0, at: 'start' }),
  }

  const listeners = {
    onTap: (chapter, x, y) => voice.listener?.tap(chapter, x, y) || (ruler.hooks?.tap(x, y) ?? false),
    onKey: (event) => ruler.hooks?.key(event) ?? false,
    onPicture(opened) {
      picture.value = opened
    },
    onToggleTools() {
      areToolsVisible.value = !areToolsVisible.value
    },
    onTurn() {
      hideTools()
      turned()
    },
    onChapterEdge(target) {
      hideTools()
      jumps.goTo(target)
    },
    onBookEnd() {
      isAtEnd.value = true
    },
    onBusy(busy) {
      isBusy.value = busy
    },
  } satisfies Partial<NavigatorListeners>

  return { controls, listeners }
}

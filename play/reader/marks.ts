import type { Annotation, AnnotationColor } from '@estante/contract/play/annotations.ts'
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { annotationsOf, refusal } from '../annotations/page-annotations.ts'
import type { BookMap } from './book-map.ts'
import type { Mark } from './chapter-marks.ts'
import { text } from './marks-text.ts'
import type { Navigator, Selection, Target } from './navigator.ts'
import type { Passage } from './passage.ts'
import type { Position } from './position.ts'

export const COLORS: readonly AnnotationColor[] = ['yellow', 'green', 'blue', 'pink']
const QUOTE_MAX = 4000
const NOTICE_MS = 8000

/** The subject of the toolbar: a selection, or a mark that was tapped. */
export interface Active {
  passage: Passage
  isTouch: boolean
  /** The boxes of its text within the pages. */
  boxes: DOMRect[]
  annotation: Annotation | undefined
}

export interface Notice {
  text: string
  actions: readonly { label: string; run: () => void }[]
}

interface World {
  map(): BookMap | undefined
  /** Of the title. */
  revision(): number
  position: ReadonlySignal<Position | undefined>
  navigator(): Navigator | undefined
  /** Jumps, with a way back. */
  goTo(target: Target): void
}

export type Marks = ReturnType<typeof createMarks>

/** The member's marks in the book on the screen, and the actions on them. */
export function createMarks(id: string, world: World) {
  const annotations = annotationsOf(id)
  const active = signal<Active | undefined>()
  /** The annotation whose note is being edited. */
  const edited = signal<Annotation | undefined>()
  const notice = signal<Notice | undefined>()
  let noticeTimer: ReturnType<typeof setTimeout> | undefined

  const items = computed(() => inBookOrder(world.map(), annotations.items.value))
  /** The bookmarks of the page on show. */
  const bookmarks = computed(() => {
    const chapter = world.position.value?.chapter
    if (chapter === undefined) return []
    return items.value.filter(
      (one) => one.motivation === 'bookmarking' && chapterOf(one) === chapter && isOnShow(chapter, one),
    )
  })

  const stopDrawing = effect(() => {
    void items.value
    untracked(() => world.navigator()?.redrawMarks())
  })
  const stopHearing = effect(() => {
    const reason = refusal.value
    if (reason !== undefined) untracked(() => notify({ text: reason || text.refused, actions: [] }))
  })
  const stopAsking = effect(() => {
    const [first] = annotations.conflicts.value
    if (first) untracked(() => ask(first.id, first.conflict?.annotation === null))
  })

  function chapterOf({ locator }: Annotation) {
    return world.map()?.chapterOf(locator.href)
  }

  function isOnShow(chapter: number, { start, isLost }: Annotation) {
    return !isLost && (world.navigator()?.isOnShow(chapter, start) ?? false)
  }

  function notify(next: Notice) {
    clearTimeout(noticeTimer)
    notice.value = next
    noticeTimer = setTimeout(dismiss, NOTICE_MS)
  }

  function dismiss() {
    clearTimeout(noticeTimer)
    notice.value = undefined
  }

  /** Asks the member to choose between two versions after a conflict with another device. */
  function ask(annotationId: string, isGone: boolean) {
    const keep = (version: 'mine' | 'theirs') => () => {
      annotations.resolve(annotationId, version)
      dismiss()
    }
    clearTimeout(noticeTimer)
    notice.value = {
      text: isGone ? text.goneElsewhere : text.changedElsewhere,
      actions: [
        { label: text.keepMine, run: keep('mine') },
        { label: text.keepTheirs, run: keep('theirs') },
      ],
    }
  }

  function select(selection: Selection | undefined) {
    // A tap that opens a mark also moves the caret.
    if (!selection && active.peek()?.annotation) return
    if (!selection) return closeActive()
    open(selection, selection.isTouch, undefined)
  }

  /** Opens a mark; a tap beside an open one closes it. */
  function tap(annotationId: string | undefined): boolean {
    const wasOpen = active.peek()?.annotation !== undefined
    closeActive()
    const annotation = annotations.items.peek().find((one) => one.id === annotationId)
    if (!annotation) return wasOpen
    const { start, end, locator } = annotation
    const highlight = locator.text?.highlight ?? ''
    const passage = { chapter: chapterOf(annotation)!, start, end, before: '', highlight, after: '', progression: 0 }
    open(passage, true, annotation)
    return true
  }

  function open(passage: Passage, isTouch: boolean, annotation: Annotation | undefined) {
    const boxes = world.navigator()?.boxesOf(passage.chapter, passage.start, passage.end) ?? []
    if (boxes.length > 0) active.value = { passage, isTouch, boxes, annotation }
  }

  function closeActive() {
    active.value = undefined
  }

  function done() {
    closeActive()
    world.navigator()?.clearSelection()
  }

  function make(
    { chapter, progression, start, end, before, highlight, after }: Passage,
    look: Pick<Annotation, 'motivation' | 'color'>,
  ): Annotation | undefined {
    const map = world.map()
    if (!map) return undefined
    const locator = map.locator(chapter, progression, titleOf(chapter))
    const made = annotations.make({
      ...look,
      note: null,
      locator: {
        ...locator,
        text: { before: storable(before), highlight: storable(highlight).slice(0, QUOTE_MAX), after: storable(after) },
      },
      start,
      end,
      publicationRevision: world.revision(),
    })
    return annotations.items.value.find((one) => one.id === made)
  }

  function titleOf(chapter: number) {
    const position = world.position.value
    return position?.chapter === chapter ? position.title : undefined
  }

  function remove(annotation: Annotation) {
    annotations.remove(annotation)
    done()
    const restore = () => {
      annotations.restore(annotation)
      dismiss()
    }
    const message = annotation.motivation === 'bookmarking' ? text.bookmarkRemoved : text.removed
    notify({ text: message, actions: [{ label: text.undo, run: restore }] })
  }

  return {
    items,
    bookmarks,
    active: active as ReadonlySignal<Active | undefined>,
    edited: edited as ReadonlySignal<Annotation | undefined>,
    notice: notice as ReadonlySignal<Notice | undefined>,
    load: annotations.load,
    select,
    tap,
    closeActive,
    done,
    remove,
    inChapter(chapter: number): Mark[] {
      return annotations.items
        .peek()
        .filter((one) => one.color !== null && !one.isLost && chapterOf(one) === chapter)
        .map(({ id, start, end, color, note }) => ({ id, start, end, color: color!, hasNote: note !== null }))
    },
    /** Highlights the selection in a colour, or recolours the open mark. */
    color(color: AnnotationColor) {
      const { annotation, passage } = active.value ?? {}
      if (annotation) annotations.change(annotation, { color })
      else if (passage) make(passage, { motivation: 'highlighting', color })
      done()
    },
    /** Opens the note of a mark; a selection is highlighted first. */
    write(annotation = active.value?.annotation) {
      dismiss()
      const { passage } = active.value ?? {}
      edited.value = annotation ?? (passage && make(passage, { motivation: 'highlighting', color: COLORS[0]! }))
      done()
    },
    /** Saves the note, and closes it. */
    keepNote(written: string) {
      const annotation = annotations.items.peek().find((one) => one.id === edited.peek()?.id) ?? edited.peek()
      edited.value = undefined
      const note = storable(written).trim() || null
      if (!annotation || annotation.note === note) return
      const motivation =
        annotation.motivation === 'bookmarking' ? 'bookmarking' : note === null ? 'highlighting' : 'commenting'
      annotations.change(annotation, { note, motivation })
    },
    async copy() {
      const quote = active.value?.passage.highlight ?? ''
      done()
      try {
        await navigator.clipboard.writeText(quote.trim())
        notify({ text: text.copied, actions: [] })
      } catch {
        notify({ text: text.notCopied, actions: [] })
      }
    },
    share(title: string) {
      const quote = active.value?.passage.highlight.trim() ?? ''
      done()
      // Below the baseline: where it is missing, the bar has no such button.
      navigator.share({ text: `“${quote}”\n${title}` }).catch(() => {})
    },
    /** Adds a bookmark to the page, or removes its bookmarks. */
    toggleBookmark() {
      const [first, ...others] = bookmarks.value
      if (first) {
        for (const other of others) annotations.remove(other)
        return remove(first)
      }
      const passage = world.navigator()?.pageStart()
      const made = passage && make(passage, { motivation: 'bookmarking', color: null })
      if (!made) return
      const write = () => {
        edited.value = made
        dismiss()
      }
      notify({ text: text.bookmarked, actions: [{ label: text.addNote, run: write }] })
    },
    goTo(annotation: Annotation) {
      const chapter = chapterOf(annotation)
      if (chapter !== undefined) world.goTo({ chapter, at: { letter: annotation.start } })
    },
    titleOf: (annotation: Annotation) => annotation.locator.title ?? '',
    close() {
      clearTimeout(noticeTimer)
      stopDrawing()
      stopHearing()
      stopAsking()
      refusal.value = undefined
    },
  }
}

/** Sorts annotations by place; those of chapters that are gone come last. */
function inBookOrder(map: BookMap | undefined, annotations: readonly Annotation[]): Annotation[] {
  const chapters = new Map(
    annotations.map((one) => [one.id, map?.chapterOf(one.locator.href) ?? Number.MAX_SAFE_INTEGER]),
  )
  return [...annotations].sort(
    (one, other) => chapters.get(one.id)! - chapters.get(other.id)! || one.start - other.start || one.end - other.end,
  )
}

/** Removes lone surrogates and NUL, which the service refuses. */
function storable(text: string) {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$|\u0000/g, '')
}

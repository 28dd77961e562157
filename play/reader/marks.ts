import type { Annotation, AnnotationColor } from '@estante/contract/play/annotations.ts'
import { copyText } from '@estante/design/copy-field/copy.ts'
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { isEmbedded, sendToHost } from '../bridge/bridge.ts'
import { createBookAnnotations } from './book-annotations.ts'
import type { Selection } from './chapter-selection.ts'
import { createMarksNotices } from './marks-notices.ts'
import { text } from './marks-text.ts'
import type { OpenBook } from './open-book.ts'
import type { Passage } from './passage.ts'
import type { Target } from './position.ts'

export const COLORS: readonly AnnotationColor[] = ['yellow', 'green', 'blue', 'pink']

/** The subject of the toolbar: a selection, or a mark that was tapped. */
export interface Active {
  passage: Passage
  isTouch: boolean
  isByKey: boolean
  /** The boxes of its text within the pages. */
  boxes: DOMRect[]
  annotation: Annotation | undefined
}

const TAPPED = { isTouch: true, isByKey: false }

export type Marks = ReturnType<typeof createMarks>

/** The member's marks in the book on the screen, and the actions on them. `goTo` jumps, with a way back. */
export function createMarks(id: string, book: OpenBook, goTo: (target: Target) => void) {
  const annotations = createBookAnnotations(id, book)
  const { items, bookmarks } = annotations
  const { notice, showBriefly, dismiss, close: closeNotices } = createMarksNotices(annotations)
  const active = signal<Active | undefined>()
  /** The annotation whose note is being edited. */
  const edited = signal<Annotation | undefined>()

  const stopDrawing = effect(() => {
    void items.value
    untracked(() => book.navigator()?.redrawMarks())
  })

  function open(
    passage: Passage,
    { isTouch, isByKey }: Pick<Active, 'isTouch' | 'isByKey'>,
    annotation: Annotation | undefined,
  ) {
    const boxes = book.navigator()?.boxesOf(passage.chapter, passage.start, passage.end) ?? []
    if (boxes.length > 0) active.value = { passage, isTouch, isByKey, boxes, annotation }
  }

  function closeActive() {
    active.value = undefined
  }

  function done() {
    closeActive()
    book.navigator()?.clearSelection()
  }

  function quoted() {
    return active.peek()?.passage.highlight.trim() ?? ''
  }

  /** Copies text. Keeps the selection when copying is refused. */
  async function copy(quote: string) {
    const isCopied = await copyText(quote)
    if (isCopied) done()
    showBriefly(isCopied ? text.copied : text.notCopied)
  }

  function edit(annotation: Annotation | undefined) {
    edited.value = annotation
  }

  function remove(annotation: Annotation) {
    annotations.remove(annotation)
    done()
    const message = annotation.motivation === 'bookmarking' ? text.bookmarkRemoved : text.removed
    showBriefly(message, { label: text.undo, run: () => annotations.restore(annotation) })
  }

  return {
    items,
    bookmarks,
    active: active as ReadonlySignal<Active | undefined>,
    edited: edited as ReadonlySignal<Annotation | undefined>,
    notice,
    showBriefly,
    load: annotations.load,
    inChapter: annotations.inChapter,
    closeActive,
    done,
    remove,
    select(selection: Selection | undefined) {
      if (selection) open(selection, selection, undefined)
      // A tap that opens a mark also moves the caret.
      else if (!active.peek()?.annotation) closeActive()
    },
    /** Opens a mark; a tap beside an open one closes it. */
    tap(annotationId: string | undefined): boolean {
      const wasOpen = active.peek()?.annotation !== undefined
      closeActive()
      const annotation = annotations.find(annotationId)
      if (!annotation) return wasOpen
      const { start, end, locator } = annotation
      const chapter = annotations.chapterOf(annotation)!
      const highlight = locator.text?.highlight ?? ''
      open({ chapter, start, end, before: '', highlight, after: '', progression: 0 }, TAPPED, annotation)
      return true
    },
    /** Highlights the selection in a colour, or recolours the open mark. */
    color(color: AnnotationColor) {
      const { annotation, passage } = active.value ?? {}
      if (annotation) annotations.change(annotation, { color })
      else if (passage) annotations.make(passage, { motivation: 'highlighting', color })
      done()
    },
    /** Opens the note of a mark; a selection is highlighted first. */
    write(annotation = active.value?.annotation) {
      dismiss()
      const { passage } = active.value ?? {}
      edit(annotation ?? (passage && annotations.make(passage, { motivation: 'highlighting', color: COLORS[0]! })))
      done()
    },
    /** Saves the note, and closes it. */
    saveNote(written: string) {
      const annotation = annotations.find(edited.peek()?.id) ?? edited.peek()
      edit(undefined)
      if (annotation) annotations.changeNote(annotation, written)
    },
    copy: () => copy(quoted()),
    canShare: () => 'share' in navigator || isEmbedded(),
    /** Shares the text by the browser, or else by the host. Where sharing is refused, copies the text. */
    async share(title: string) {
      const quote = `“${quoted()}”\n${title}`
      const isShared = 'share' in navigator
      if (!isShared) {
        done()
        sendToHost({ type: 'service:share', text: quote })
        return showBriefly(text.askedHost.share)
      }
      try {
        // Below the baseline: the host shares where the browser does not.
        await navigator.share({ text: quote })
        done()
      } catch (problem) {
        const isCancelled = (problem as DOMException).name === 'AbortError'
        if (!isCancelled) await copy(quote)
      }
    },
    /** Adds a bookmark to the page, or removes its bookmarks. */
    toggleBookmark() {
      const [first, ...others] = bookmarks.value
      if (first) {
        for (const other of others) annotations.remove(other)
        return remove(first)
      }
      const passage = book.navigator()?.pageStart()
      const made = passage && annotations.make(passage, { motivation: 'bookmarking', color: null })
      if (made) showBriefly(text.bookmarked, { label: text.addNote, run: () => edit(made) })
    },
    goTo(annotation: Annotation) {
      const chapter = annotations.chapterOf(annotation)
      if (chapter !== undefined) goTo({ chapter, at: { letter: annotation.start } })
    },
    close() {
      stopDrawing()
      closeNotices()
    },
  }
}

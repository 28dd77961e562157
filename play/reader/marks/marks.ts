import type { Annotation, AnnotationColor } from '@estante/contract/play/annotations.ts'
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import type { PositionTarget } from '../navigator/position.ts'
import type { OpenBook } from '../open-book.ts'
import { createActivePassage } from './active-passage.ts'
import { createBookAnnotations } from './book-annotations.ts'
import { createMarksNotices } from './marks-notices.ts'
import { text } from './marks-text.ts'
import { createQuoteSharing } from './quote-sharing.ts'

export const COLORS: readonly AnnotationColor[] = ['yellow', 'green', 'blue', 'pink']

export type Marks = ReturnType<typeof createMarks>

/** Manages the member's marks in the book on the screen, and the actions on them. `goTo` jumps, with a way back. */
export function createMarks(id: string, book: OpenBook, goTo: (target: PositionTarget) => void) {
  const annotations = createBookAnnotations(id, book)
  const { items, bookmarks, highlights } = annotations
  const { notices, showBriefly, dismiss, close: closeNotices } = createMarksNotices(annotations)
  const { open, ...passages } = createActivePassage(book.navigator)
  const { active, closeActive, done } = passages
  /** The annotation whose note is being edited. */
  const edited = signal<Annotation | undefined>()
  /** Announces the selection made by a key, and the new colour of a passage. */
  const announcement = signal('')

  const stopDrawing = effect(() => {
    void items.value
    untracked(() => book.navigator()?.redrawMarks())
  })

  const stopAnnouncing = effect(() => {
    const selected = active.value?.annotation ? undefined : active.value
    announcement.value = selected?.isByKey ? text.selected(selected.highlight) : ''
  })

  function openMark(annotation: Annotation, isByKey: boolean) {
    const { start, end, locator } = annotation
    const chapter = annotations.chapterOf(annotation)!
    const highlight = locator.text?.highlight ?? ''
    const passage = { chapter, start, end, before: '', highlight, after: '', progression: 0 }
    open({ ...passage, isTouch: !isByKey, isByKey }, annotation)
  }

  /** Returns the open mark, or the highlight of exactly the selected words. */
  function activeMark() {
    const subject = active.peek()
    return subject && (subject.annotation ?? annotations.findSame(subject))
  }

  /** Removes annotations, with one undo for all. */
  function remove(...removed: Annotation[]) {
    removed.forEach(annotations.remove)
    done()
    const message = removed[0]?.motivation === 'bookmarking' ? text.bookmarkRemoved : text.removed
    showBriefly(message, { label: text.undo, run: () => removed.forEach(annotations.restore) })
  }

  return {
    items,
    isRefused: annotations.isRefused,
    bookmarks,
    highlights,
    ...passages,
    ...createQuoteSharing(passages, showBriefly),
    edited: edited as ReadonlySignal<Annotation | undefined>,
    announcement: announcement as ReadonlySignal<string>,
    notices,
    showBriefly,
    load: annotations.load,
    destinationInText: annotations.destinationInText,
    change: annotations.change,
    inChapter: annotations.inChapter,
    remove,
    /** Opens a mark; a tap beside an open one closes it. */
    tap(annotationId: string | undefined): boolean {
      const wasOpen = active.peek()?.annotation !== undefined
      closeActive()
      const annotation = annotations.find(annotationId)
      if (!annotation) return wasOpen
      openMark(annotation, false)
      return true
    },
    /** Opens a mark whose actions then get the focus. */
    openByKey: (annotation: Annotation) => openMark(annotation, true),
    /** The boxes, within the pages, of the visible part of a mark. */
    boxesOf: (annotation: Annotation) =>
      book.navigator()?.boxesOf(annotations.chapterOf(annotation)!, annotation.start, annotation.end) ?? [],
    /** Highlights the selection in a colour, or recolours its mark. */
    color(color: AnnotationColor) {
      const mark = activeMark()
      const selected = active.value
      if (mark) annotations.change(mark, { color })
      else if (selected) annotations.make(selected, { motivation: 'highlighting', color })
      done()
      announcement.value = text.highlighted(color)
    },
    /** Opens the note of a mark; a selection is highlighted first. */
    write(annotation = activeMark()) {
      dismiss()
      const selected = active.value
      edited.value =
        annotation ?? (selected && annotations.make(selected, { motivation: 'highlighting', color: COLORS[0]! }))
      done()
    },
    closeNote() {
      edited.value = undefined
    },
    /** Adds a bookmark to the page, or removes its bookmarks. */
    toggleBookmark() {
      if (bookmarks.value.length > 0) return remove(...bookmarks.value)
      const passage = book.navigator()?.pageStart()
      const bookmark = passage && annotations.make(passage, { motivation: 'bookmarking', color: null })
      if (bookmark) showBriefly(text.bookmarked, { label: text.addNote, run: () => (edited.value = bookmark) })
    },
    goTo(annotation: Annotation) {
      const chapter = annotations.chapterOf(annotation)
      if (chapter !== undefined) goTo({ chapter, at: { letter: annotation.start } })
    },
    close() {
      stopDrawing()
      stopAnnouncing()
      closeNotices()
    },
  }
}

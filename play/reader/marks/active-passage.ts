import type { Annotation } from '@estante/contract/play/annotations.ts'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Selection } from '../navigator/chapter-selection.ts'
import type { OpenBook } from '../open-book.ts'

/** The subject of the toolbar: a selection, or a mark that was opened. */
export interface ActivePassage extends Selection {
  /** The boxes of its text within the pages. */
  boxes: DOMRect[]
  annotation: Annotation | undefined
}

/** Manages the passage that the toolbar acts on. */
export function createActivePassage(navigator: OpenBook['navigator']) {
  const active = signal<ActivePassage | undefined>()

  function open(selection: Selection, annotation?: Annotation) {
    const boxes = navigator()?.boxesOf(selection.chapter, selection.start, selection.end) ?? []
    if (boxes.length > 0) active.value = { ...selection, boxes, annotation }
  }

  function closeActive() {
    active.value = undefined
  }

  return {
    active: active as ReadonlySignal<ActivePassage | undefined>,
    open,
    select(selection: Selection | undefined) {
      if (selection) open(selection)
      // A tap that opens a mark also moves the caret.
      else if (!active.peek()?.annotation) closeActive()
    },
    closeActive,
    done() {
      closeActive()
      navigator()?.clearSelection()
    },
  }
}

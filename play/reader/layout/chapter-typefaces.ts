import type { Typeface } from '../appearance/appearance.ts'
import { addTypeface } from './typefaces.ts'

const POLL_MS = 50

/** Manages a chapter's typefaces. `onArrived`: typefaces of the book have come that its layout was measured without. */
export function createChapterTypefaces(document: Document, onArrived: () => void) {
  /** Typefaces of ours that were added to the document, or are on their way. */
  const ours = new Set<Typeface>()
  /** How many typefaces were loaded when the text began to be measured; undefined before that. */
  let loadedThen: number | undefined
  let isAwaiting = false

  return {
    /** Adds a typeface of ours. Returns false when that was done before, or fails. */
    async add(typeface: Typeface): Promise<boolean> {
      if (ours.has(typeface)) return false
      ours.add(typeface)
      try {
        await addTypeface(document, typeface)
        return true
      } catch {
        ours.delete(typeface)
        return false
      }
    },
    beginLayout() {
      loadedThen = undefined
    },
    /** Call it before the text is measured: a typeface may come between two steps of that. */
    noteLoaded() {
      loadedThen ??= countLoaded(document)
    },
    /**
     * Waits for the typefaces that the measured text lacks. By their status, since WebKit sends no `loadingdone` for
     * them, and iOS before 17 kills the page when a style changes while `fonts.ready` is pending
     * (https://github.com/readest/readest/pull/5654).
     */
    awaitMissing() {
      if (isAwaiting || loadedThen === undefined) return
      if (!isLoading(document) && countLoaded(document) === loadedThen) return
      isAwaiting = true
      const polling = setInterval(() => {
        if (isLoading(document)) return
        clearInterval(polling)
        isAwaiting = false
        if (loadedThen !== undefined && countLoaded(document) > loadedThen) onArrived()
      }, POLL_MS)
    },
  }
}

/** False as well once the document is gone. */
function isLoading({ fonts, defaultView }: Document) {
  return defaultView !== null && [...(fonts ?? [])].some(({ status }) => status === 'loading')
}

function countLoaded({ fonts }: Document) {
  return [...(fonts ?? [])].filter(({ status }) => status === 'loaded').length
}

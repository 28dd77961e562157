import { showToast } from '@estante/design/toast/toast-queue.ts'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadBookSheet } from '../browsing.ts'
import { openedBook } from '../publication/opened-book.ts'
import { text } from '../text.ts'

/** Loads the sheet of a card's actions when its dots are first pressed. */
export function LazyBookSheet() {
  const [loaded, setLoaded] = useState<{ BookSheet: ComponentType }>()
  const isOpen = openedBook.value !== undefined
  useEffect(() => {
    if (!isOpen || loaded) return
    loadBookSheet()
      .then((BookSheet) => setLoaded({ BookSheet }))
      .catch(() => {
        openedBook.value = undefined
        showToast(text.problem.screenHelp)
      })
  }, [isOpen])
  return loaded ? <loaded.BookSheet /> : null
}

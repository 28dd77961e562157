import { batch, computed } from '@preact/signals'
import { takePreferences } from '../preferences/listening-choices.ts'
import { pagePreferences } from '../preferences/page-preferences.ts'
import { createBookLook } from './appearance/book-look.ts'
import { flowOf } from './book-map.ts'
import type { OpenBook } from './open-book.ts'
import { createBookPace } from './pace/book-pace.ts'
import { createVoicePreferences } from './voice-preferences.ts'

/** Applies the member's preferences to a book: its look, the reading pace and the voice. */
export function createBookPreferences({ manifest, map, position }: OpenBook, isVoiceOn: () => boolean) {
  const preferences = pagePreferences()
  const look = createBookLook(preferences)
  const pace = createBookPace(map, position, preferences)
  const voice = createVoicePreferences(preferences)

  return {
    look,
    /** How the chapter is read: in pages or scrolled. */
    flow: computed(() => {
      const chosen = look.appearance.value.flow
      const chapter = manifest.value?.readingOrder[position.value?.chapter ?? 0]
      return chapter ? flowOf(manifest.value!, chapter, chosen) : chosen
    }),
    pace,
    voice,
    flush: preferences.flush,
    /** Applies the preferences of other devices; the look only while nothing is shown. */
    async restore(closed: AbortSignal) {
      const stored = await preferences.read()
      if (!stored || closed.aborted) return
      batch(() => {
        takePreferences(stored)
        look.restore(stored, position.value !== undefined)
        pace.restore(stored)
        voice.restore(stored, isVoiceOn())
      })
    },
  }
}

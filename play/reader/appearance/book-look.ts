import type { Preferences } from '@estante/contract/play/preferences.ts'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { remember, remembered } from '../../device-memory.ts'
import type { MemberPreferences } from '../../preferences/preferences.ts'
import { memberSession } from '../../session/api.ts'
import type { ChapterLook } from '../layout/chapter-layout.ts'
import { noteStyle, spacesOf } from '../layout/page-style.ts'
import { addTypeface } from '../layout/typefaces.ts'
import { type Appearance, type Palette, palettes, type Typeface, themeOf, toAppearance } from './appearance.ts'

/** The look the member chose. Settings left to the book are resolved for each chapter. */
export interface BookLook extends Omit<ChapterLook, 'appearance'> {
  appearance: Appearance
}

/** Stores the look that the member chose for books, on this device and in the member's preferences. */
export function createBookLook(preferences: Pick<MemberPreferences, 'change'>) {
  const darkScheme = matchMedia('(prefers-color-scheme: dark)')
  const systemIsDark = signal(darkScheme.matches)
  const appearance = signal(toAppearance(remembered('appearance')))
  const theme = computed(() => themeOf(appearance.value, systemIsDark.value))
  const palette = computed((): Palette => {
    const accent = memberSession.profile.value?.partner.brand?.accent?.[theme.value === 'black' ? 'dark' : theme.value]
    return { ...palettes[theme.value], ...(accent && { accent }) }
  })
  const onScheme = () => {
    systemIsDark.value = darkScheme.matches
  }
  darkScheme.addEventListener('change', onScheme)
  const added = new Set<Typeface>()

  return {
    appearance: appearance as ReadonlySignal<Appearance>,
    spaces: computed(() => spacesOf(appearance.value)),
    theme,
    palette,
    /** For the pages. */
    current: computed(
      (): BookLook => ({
        appearance: appearance.value,
        palette: palette.value,
        preservesColours: theme.value === 'light',
      }),
    ),
    /** For a paragraph of the book that opens over a page. */
    noteStyle: (text: string) => noteStyle(appearance.value, text),
    /** Adds the chosen typeface to the page, which otherwise has it only in its chapters. */
    async addTypeface(document: Document) {
      const { family } = appearance.value
      if (family === 'original' || family === 'system' || added.has(family)) return
      added.add(family)
      await addTypeface(document, family).catch(() => added.delete(family))
    },
    set(change: Partial<Appearance>) {
      appearance.value = toAppearance({ ...appearance.value, ...change })
      remember('appearance', appearance.value)
      preferences.change({ appearance: change })
    },
    /** Stores the look that another device chose, or erased. A visible page does not change its look. */
    restore({ appearance: stored }: Preferences, isVisible: boolean) {
      remember('appearance', stored)
      if (!isVisible) appearance.value = toAppearance(stored)
    },
    close: () => darkScheme.removeEventListener('change', onScheme),
  }
}

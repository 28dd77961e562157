import sans from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2?name'
import serif from '@fontsource/literata/files/literata-latin-700-normal.woff2?name'
import dyslexic from '@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2?name'
import type { Typeface } from './appearance.ts'

/* Apart from `typefaces.ts`, since the first page does not need them. */

const LETTERS: Record<Typeface, string> = { serif, sans, dyslexic }
let isAdded = false

/** Adds the letters of each typeface's name to the page. The engine loads them once such a name is visible. */
export function addTypefaceNames(): void {
  if (isAdded || !document.fonts || !window.FontFace) return
  isAdded = true
  for (const [typeface, address] of Object.entries(LETTERS)) {
    const family = nameFamily(typeface as Typeface)
    document.fonts.add(new FontFace(family, `url(${address})`, { weight: '700', display: 'swap' }))
  }
}

/** Returns the family that has only the letters of a typeface's name. */
export function nameFamily(typeface: Typeface): string {
  return `Name ${typeface}`
}

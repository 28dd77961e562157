import { nextTask } from '@estante/design/next-task.ts'
import sansItalic from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-italic.woff2'
import sans from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2'
import sansBold from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2'
import serifItalic from '@fontsource/literata/files/literata-latin-400-italic.woff2'
import serif from '@fontsource/literata/files/literata-latin-400-normal.woff2'
import serifPortuguese from '@fontsource/literata/files/literata-latin-400-normal.woff2?portuguese'
import serifBold from '@fontsource/literata/files/literata-latin-700-normal.woff2'
import serifBoldPortuguese from '@fontsource/literata/files/literata-latin-700-normal.woff2?portuguese'
import dyslexic from '@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2?acute'
import dyslexicBold from '@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2'
import type { Typeface } from '../appearance/appearance.ts'
import { TYPEFACES } from './page-style.ts'
import { isPortuguese } from './portuguese-characters.ts'

interface Cut {
  address: string
  /**
   * A smaller file with only the characters of Portuguese, loaded instead where a text needs no others: the first page
   * waits for it.
   */
  portuguese?: string
  style?: 'italic'
  weight?: '700'
}

/** The engine synthesizes missing italic and bold cuts. */
const CUTS: Record<Typeface, Cut[]> = {
  serif: [
    { address: serif, portuguese: serifPortuguese },
    { address: serifItalic, style: 'italic' },
    { address: serifBold, portuguese: serifBoldPortuguese, weight: '700' },
  ],
  sans: [{ address: sans }, { address: sansItalic, style: 'italic' }, { address: sansBold, weight: '700' }],
  dyslexic: [{ address: dyslexic }, { address: dyslexicBold, weight: '700' }],
}

const BOLD_FROM = 600
/** Files by address. */
const loaded = new Map<string, Promise<ArrayBuffer>>()

/** Loads every cut of a typeface, for all chapters. Rejects when offline; the next call retries. */
export async function loadTypeface(typeface: Typeface): Promise<void> {
  await Promise.all(CUTS[typeface].map((cut) => loadFile(smallest(cut))))
}

/** Loads the cuts for text and headings of nearly every chapter. Rejects when offline; the next call retries. */
export async function loadUpright(typeface: Typeface): Promise<void> {
  await Promise.all(CUTS[typeface].filter(({ style }) => !style).map((cut) => loadFile(smallest(cut))))
}

/**
 * Adds the cuts of a typeface that a chapter's text uses to its document, from memory, so that they are available at
 * the first layout: with a style sheet each chapter would be laid out twice, once without them. Does nothing in an
 * engine without the CSS Font Loading API.
 */
export async function addTypeface(document: Document, typeface: Typeface): Promise<void> {
  const { fonts, defaultView } = document
  const FontFaceOfFrame = (defaultView as (Window & typeof globalThis) | null)?.FontFace
  if (!fonts || !FontFaceOfFrame) return
  // Reads styles before the next task: by then the frame is hidden from rendering, of which Chromium would warn.
  const cuts = cutsUsed(document, CUTS[typeface])
  await nextTask()
  const fileOf = isPortuguese(document.documentElement.textContent) ? smallest : ({ address }: Cut) => address
  const faces = await Promise.all(
    cuts.map(async (cut) => {
      const { style = 'normal', weight = '400' } = cut
      return new FontFaceOfFrame(TYPEFACES[typeface], await loadFile(fileOf(cut)), { style, weight }).load()
    }),
  )
  for (const face of faces) fonts.add(face)
}

function smallest({ address, portuguese = address }: Cut): string {
  return portuguese
}

function loadFile(address: string): Promise<ArrayBuffer> {
  const known = loaded.get(address)
  if (known) return known
  const loading = fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
    return answer.arrayBuffer()
  })
  loaded.set(address, loading)
  loading.catch(() => loaded.delete(address))
  return loading
}

function cutsUsed({ documentElement, defaultView }: Document, cuts: Cut[]): Cut[] {
  const used = new Set(cuts.filter(({ style, weight }) => !style && !weight))
  for (const element of documentElement.querySelectorAll('body *')) {
    if (used.size === cuts.length) break
    const { fontStyle, fontWeight } = defaultView!.getComputedStyle(element)
    for (const cut of cuts) {
      const isUsed = cut.style ? fontStyle !== 'normal' : Number(fontWeight) >= BOLD_FROM
      if (isUsed) used.add(cut)
    }
  }
  return [...used]
}

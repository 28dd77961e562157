import sansItalic from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-italic.woff2'
import sans from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2'
import sansBold from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2'
import serifItalic from '@fontsource/literata/files/literata-latin-400-italic.woff2'
import serif from '@fontsource/literata/files/literata-latin-400-normal.woff2'
import serifBold from '@fontsource/literata/files/literata-latin-700-normal.woff2'
import dyslexic from '@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2'
import dyslexicBold from '@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2'
import type { Typeface } from './appearance.ts'
import { TYPEFACES } from './page-style.ts'

interface Cut {
  address: string
  style?: 'italic'
  weight?: '700'
}

/** The engine synthesizes missing italic and bold cuts. */
const CUTS: Record<Typeface, Cut[]> = {
  serif: [{ address: serif }, { address: serifItalic, style: 'italic' }, { address: serifBold, weight: '700' }],
  sans: [{ address: sans }, { address: sansItalic, style: 'italic' }, { address: sansBold, weight: '700' }],
  dyslexic: [{ address: dyslexic }, { address: dyslexicBold, weight: '700' }],
}

type LoadedCut = Cut & { bytes: ArrayBuffer }
const loaded = new Map<Typeface, Promise<LoadedCut[]>>()

/** Loads a typeface once for all chapters. Rejects when offline; the next call retries. */
export function loadTypeface(typeface: Typeface): Promise<LoadedCut[]> {
  const known = loaded.get(typeface)
  if (known) return known
  const loading = Promise.all(
    CUTS[typeface].map(async (cut) => {
      const answer = await fetch(cut.address)
      if (!answer.ok) throw new Error(`${cut.address}: ${answer.status}`)
      return { ...cut, bytes: await answer.arrayBuffer() }
    }),
  )
  loaded.set(typeface, loading)
  loading.catch(() => loaded.delete(typeface))
  return loading
}

/**
 * Gives the document of a chapter a typeface from memory, so that it is there when the chapter is laid out: a style sheet
 * would have each chapter laid out twice, once without it. Changes nothing where the engine has no CSS Font Loading API.
 */
export async function addTypeface(document: Document, typeface: Typeface): Promise<void> {
  const { fonts, defaultView } = document
  const FontFaceOfFrame = (defaultView as (Window & typeof globalThis) | null)?.FontFace
  if (!fonts || !FontFaceOfFrame) return
  const cuts = await loadTypeface(typeface)
  const faces = cuts.map(({ bytes, style = 'normal', weight = '400' }) => {
    return new FontFaceOfFrame(TYPEFACES[typeface], bytes, { style, weight })
  })
  await Promise.all(faces.map((face) => face.load()))
  for (const face of faces) fonts.add(face)
}

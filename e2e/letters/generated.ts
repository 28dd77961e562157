import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Manifest } from '@estante/contract/manifest.ts'
import { composePage } from '@estante/formats/epub/page.ts'
import { sanitizeMarkup } from '@estante/formats/epub/sanitize-markup.ts'
import { countRemovals } from '@estante/formats/removals.ts'
import type { Appearance } from '@estante/play/reader/appearance/appearance.ts'
import { createRandom } from '@estante/server/test/random.ts'
import { type Chapter, drawChapter, writeChapter } from './chapter.ts'
import type { ChapterJob } from './job.ts'
import type { Answer } from './server.ts'

const SIZES = [
  [360, 740],
  [390, 844],
  [740, 360],
  [820, 1180],
  [1280, 800],
] as const

/** Area of a letter at a chapter's text size, with its share of the line, in square pixels. */
const LETTER_PX = 600

export interface LetterTrial {
  seed: number
  width: number
  height: number
  appearance: Partial<Appearance>
  chapter: Chapter
}

/** Layout properties in the package, of the book and of chapters that differ. */
export interface Layouts {
  book?: 'fixed'
  chapter?: 'reflowable'
}

/** Generates a chapter, and how to show it, from a seed. */
export function drawTrial(seed: number): LetterTrial {
  const look = drawLook(seed)
  const chapter = drawChapter(seed, Math.round((look.width * look.height) / LETTER_PX))
  return { seed, ...look, chapter }
}

/** Generates a size and a reading mode. */
export function drawLook(seed: number): Pick<LetterTrial, 'width' | 'height' | 'appearance'> {
  const random = createRandom(seed ^ 0x5eed)
  const [width, height] = random.pick(SIZES)
  const appearance: Partial<Appearance> = {
    flow: random.chance(0.7) ? 'pages' : 'scroll',
    size: random.pick([70, 100, 100, 100, 160, 250]),
    lineHeight: random.pick(['original', 'original', 'normal']),
    align: random.pick(['original', 'original', 'justify']),
  }
  return { width, height, appearance }
}

/** Builds a book of three chapters, the generated one between two short ones, in the form of our import. */
export function bookOf(
  { seed, width, height, appearance, chapter }: LetterTrial,
  folder: string,
  layouts: Layouts = {},
) {
  const source = writeChapter(chapter)
  const job: ChapterJob = {
    name: `seed ${seed}`,
    base: `/${folder}/`,
    chapter: 1,
    width,
    height,
    appearance,
    manifest: manifestOf(chapter, layouts),
  }
  const files: Record<string, Answer> = {
    [`/${folder}/before.xhtml`]: { type: 'application/xhtml+xml', body: ingested(SHORT) },
    [`/${folder}/chapter.xhtml`]: { type: 'application/xhtml+xml', body: ingested(source) },
    [`/${folder}/after.xhtml`]: { type: 'application/xhtml+xml', body: ingested(SHORT) },
    [`/${folder}/wide.svg`]: { type: 'image/svg+xml', body: picture(2000, 300) },
    [`/${folder}/tall.svg`]: { type: 'image/svg+xml', body: picture(240, 2400) },
    [`/${folder}/late.woff2`]: { type: 'font/woff2', body: lateTypeface, afterMs: LATE_MS },
  }
  return { job, files, source }
}

/** Much wider than the typefaces that a chapter is first laid out with. */
const lateTypeface = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2')),
)
/** After the first layout, also on a slow machine. */
const LATE_MS = 400

const SHORT =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Outro</title></head><body><p>Outro.</p></body></html>'

function manifestOf({ writing }: Pick<Chapter, 'writing'>, layouts: Layouts = {}): Manifest {
  const language = { 'left-to-right': 'pt', 'right-to-left': 'he', vertical: 'ja' }[writing]
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'http://schema.org/Book',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      title: 'Um livro',
      author: [],
      language: [language],
      readingProgression: writing === 'left-to-right' ? 'ltr' : 'rtl',
      ...(layouts.book && { layout: layouts.book }),
    },
    links: [],
    readingOrder: ['before', 'chapter', 'after'].map((name) => ({
      href: `${name}.xhtml`,
      type: 'application/xhtml+xml',
      properties: { positions: 8, ...(layouts.chapter && { layout: layouts.chapter }) },
    })),
    resources: [],
    toc: [],
  }
}

function ingested(source: string): string {
  const own = (address: string) => (/^(wide\.svg|tall\.svg|late\.woff2)$/.test(address) ? address : undefined)
  const references = { link: () => undefined, file: own, inStyle: own }
  const markup = sanitizeMarkup(source, 'chapter.xhtml', references, countRemovals())
  return composePage(markup, manifestOf({ writing: 'left-to-right' }).metadata)
}

function picture(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="silver"/></svg>`
}

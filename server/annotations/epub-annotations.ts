import type { Link } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { AnnotationColor, Motivation } from '@estante/contract/play/annotations.ts'
import { toUuid, uuidOf } from '../db/ids.ts'
import { listNames, workKey } from '../publications/naming.ts'
import type { Content, LiveRow } from './annotation.ts'
import { type Heading, headingsOf, soundHeadingsOf } from './markdown.ts'
import { type AnnotatedPublication, manifestOf } from './read-annotations.ts'

/*
 * EPUB Annotations 1.0, Working Draft of 20 September 2026: https://www.w3.org/TR/2026/WD-epub-anno-10-20260920/. A set
 * has no date and its items are in the order of the book, so that equal annotations make equal bytes.
 */

/**
 * A selector of our own, for ranges of letters, which the standard has no selector for. Other readers ignore it and
 * find the quote.
 */
const CONTEXT = ['https://www.w3.org/ns/epub-anno.jsonld', { estante: 'urn:estante:annotations#' }]
/** Names the title of a set: several titles may have one name, as the two forms of a work do. */
const PUBLICATION_ID = 'estante:publication'
const HTML_FRAGMENT = 'http://tools.ietf.org/rfc/rfc3236'
const MEDIA_FRAGMENT = 'http://www.w3.org/TR/media-frags/'
/** Our colour for each of the standard's six: the same, or the nearest. */
const COLORS = new Map<string, AnnotationColor>([
  ['yellow', 'yellow'],
  ['green', 'green'],
  ['blue', 'blue'],
  ['pink', 'pink'],
  ['orange', 'yellow'],
  ['purple', 'pink'],
])
const MAX_AUTHORS = 50
const MAX_NOTE_CHARACTERS = 10_000
const MAX_QUOTE_CHARACTERS = 4000
const MAX_CONTEXT_CHARACTERS = 512

type Json = Record<string, unknown>

/** Builds the file of a member's annotations in a title. `rows` are in the order of the book. */
export function writeAnnotationSet(publication: AnnotatedPublication, rows: LiveRow[]): string {
  const { id, public_id, type, title } = publication
  const { metadata } = manifestOf(publication)
  const items = rows.map((row) => writeItem(row, type === 'audiobook'))
  const set = {
    '@context': CONTEXT,
    id: `urn:uuid:${uuidOf(JSON.stringify([id, items]))}`,
    type: 'AnnotationSet',
    generator: { id: 'urn:estante', type: 'Software', name: 'Estante' },
    about: {
      [PUBLICATION_ID]: public_id,
      ...(metadata.identifier && { 'dc:identifier': [metadata.identifier] }),
      'dc:title': title,
      'dc:creator': metadata.author,
      ...(metadata.publisher && { 'dc:publisher': metadata.publisher }),
      ...(metadata.published && { 'dc:date': metadata.published.slice(0, 4) }),
    },
    items,
  }
  return `${JSON.stringify(set, null, 2)}\n`
}

function writeItem(row: LiveRow, isSound: boolean): Json {
  const { href, locations, text } = JSON.parse(row.locator) as Content['locator']
  const [start, end] = [row.range_start, row.range_end]
  const selector: Json[] = isSound
    ? [{ type: 'FragmentSelector', value: mediaFragment(start, end), conformsTo: MEDIA_FRAGMENT }]
    : [
        ...(text?.highlight
          ? [{ type: 'TextQuoteSelector', exact: text.highlight, prefix: text.before, suffix: text.after }]
          : []),
        ...(locations.cssSelector ? [{ type: 'CssSelector', value: locations.cssSelector }] : []),
        ...(locations.fragments ?? []).map((value) => ({
          type: 'FragmentSelector',
          value,
          conformsTo: HTML_FRAGMENT,
        })),
        ...(locations.progression === undefined ? [] : [{ type: 'ProgressionSelector', value: locations.progression }]),
        { type: 'estante:LettersSelector', start, end },
      ]
  const hasBody = row.note !== null || row.color !== null
  return {
    id: `urn:uuid:${toUuid(row.id)}`,
    type: 'Annotation',
    motivation: row.motivation,
    created: new Date(row.created_at).toISOString(),
    ...(row.updated_at !== row.created_at && { modified: new Date(row.updated_at).toISOString() }),
    target: { source: href, selector },
    ...(hasBody && {
      body: {
        type: 'TextualBody',
        format: 'text/plain',
        value: row.note ?? '',
        ...(row.color && { color: row.color }),
      },
    }),
  }
}

/** https://www.w3.org/TR/media-frags/#naming-time */
function mediaFragment(start: number, end: number): string {
  return `t=${start / 1000}${end > start ? `,${end / 1000}` : ''}`
}

/** Reads the title of a set: the id, if this service wrote it, the key of the work, and its form by the first item. */
export function titleOfSet(about: Json = {}, [first]: Json[]): { id: string; workKey: string; type: PublicationType } {
  const authors = [about['dc:creator']].flat().slice(0, MAX_AUTHORS)
  const author = listNames(authors.map((one) => textOf(one, 1024)))
  const selectors = [(first?.target as Json | undefined)?.selector].flat() as (Json | null | undefined)[]
  return {
    id: textOf(about[PUBLICATION_ID], 64),
    type: selectors.some((one) => one?.conformsTo === MEDIA_FRAGMENT) ? 'audiobook' : 'ebook',
    workKey: workKey('', { title: textOf(about['dc:title'], 1024), author, narrator: null }),
  }
}

/** An item of a file, as far as it can be imported. */
export interface AnnotationItem {
  id: string
  createdAt: number
  updatedAt: number
  content: Content
  /** Whether its range is certain: the file gives it in letters. Otherwise the quote decides. */
  hasLetters: boolean
  /** The chapters of the title that the item may be in: several have one heading. None if it has no such chapter. */
  chapters: Pick<Heading, 'href' | 'letter'>[]
  /** Whether the item names a heading of the contents, as our Markdown does, and not a file. */
  isInHeading: boolean
}

/** The names that items may give a title's chapters. */
export interface ChapterNames {
  headings: Heading[]
  soundHeadings: ReturnType<typeof soundHeadingsOf>
  files: { link: Link; path: string }[]
}

/** Lists the names of a title's chapters, once for all items of a file. */
export function chapterNamesOf(publication: AnnotatedPublication): ChapterNames {
  const manifest = manifestOf(publication)
  return {
    headings: publication.type === 'audiobook' ? [] : headingsOf(manifest),
    soundHeadings: publication.type === 'audiobook' ? soundHeadingsOf(manifest) : [],
    files: manifest.readingOrder.map((link) => ({ link, path: toComparablePath(link.href) })),
  }
}

/** Reads an item for a title. Returns a sentence when it cannot be imported. */
export function parseAnnotation(
  item: Json,
  publication: AnnotatedPublication,
  { headings, soundHeadings, files }: ChapterNames,
  now: number,
): AnnotationItem | string {
  const { target, body } = item as { target?: Json; body?: Json }
  const source = textOf(target?.source, 1024)
  if (!target || !source) return 'Não diz em que capítulo está.'
  if (body?.type !== undefined && body.type !== 'TextualBody') return 'Notas de imagem, áudio ou vídeo não são aceitas.'
  const value = (body?.value as Json | undefined)?.text ?? (body?.value as Json | undefined)?.stringValue ?? body?.value
  const note = textOf(value, MAX_NOTE_CHARACTERS + 1)
  if ([...note].length > MAX_NOTE_CHARACTERS) return 'A nota passa de 10.000 caracteres.'
  const createdAt = instantOf(item.created, now) ?? now
  const named = headings.filter(({ title }) => title === source)
  const link = publication.type === 'audiobook' ? files[0]?.link : findChapter(files, named[0]?.href ?? source)
  const selectors = ([target.selector].flat() as (Json | null | undefined)[]).filter((one) => one != null)
  const range = readSelectors(selectors, publication.type === 'audiobook')
  if (!range) return 'Não diz em que lugar do capítulo está.'
  const { start, end, hasLetters, locations, text } = range
  const title = soundHeadings.findLast(({ ms }) => ms <= start)?.title
  const locator = {
    href: link?.href ?? source,
    ...(link?.type && { type: link.type }),
    ...(title && { title: title.slice(0, 512) }),
    locations,
    ...(text && { text }),
  }
  const motivation = motivationOf(item.motivation, note, end > start || (!hasLetters && text !== undefined))
  return {
    id: idOf(textOf(item.id, 1024) || JSON.stringify(item)),
    createdAt,
    updatedAt: instantOf(item.modified, now) ?? createdAt,
    hasLetters,
    chapters: named.length > 0 ? named : link ? [{ href: link.href, letter: 0 }] : [],
    isInHeading: named.length > 0,
    content: {
      publicationId: publication.public_id,
      motivation,
      color: COLORS.get(textOf(body?.color, 16)) ?? null,
      note: note.trim() ? note : null,
      locator,
      start,
      end: motivation === 'bookmarking' ? start : end,
      publicationRevision: publication.revision,
    },
  }
}

function motivationOf(declared: unknown, note: string, hasRange: boolean): Motivation {
  if (declared === 'bookmarking' || (declared === undefined && !note && !hasRange)) return 'bookmarking'
  if (declared === 'commenting' && note.trim()) return 'commenting'
  if (declared === undefined && note.trim()) return 'commenting'
  return hasRange ? 'highlighting' : 'bookmarking'
}

function readSelectors(selectors: Json[], isSound: boolean) {
  const of = (type: string) => selectors.filter((one) => one.type === type)
  if (isSound) {
    for (const { value } of of('FragmentSelector')) {
      const [, from, to] = /^t=(?:npt:)?(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?$/.exec(textOf(value, 64)) ?? []
      if (from === undefined) continue
      const start = Math.round(Number(from) * 1000)
      const end = Math.max(start, to === undefined ? start : Math.round(Number(to) * 1000))
      if (end <= 1_000_000_000)
        return { start, end, hasLetters: true, locations: { time: start / 1000 }, text: undefined }
    }
    return undefined
  }
  const [quote] = of('TextQuoteSelector')
  const [css] = of('CssSelector')
  const [progression] = of('ProgressionSelector')
  const [letters] = of('estante:LettersSelector')
  const exact = textOf(quote?.exact, MAX_QUOTE_CHARACTERS)
  const part = numberOf(progression?.value)
  const fragments = of('FragmentSelector').flatMap(({ value }) => textOf(value, 256) || [])
  const [start, end] = [numberOf(letters?.start), numberOf(letters?.end)]
  const hasLetters =
    Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end >= start && end <= 1_000_000_000
  const hasPart = part >= 0 && part <= 1
  if (!exact && !hasLetters && !hasPart && selectors.length > 0) return undefined
  return {
    start: hasLetters ? start : 0,
    end: hasLetters ? end : exact.length,
    hasLetters,
    locations: {
      progression: hasPart ? part : 0,
      ...(css && textOf(css.value, 1024) && { cssSelector: textOf(css.value, 1024) }),
      ...(fragments.length > 0 && { fragments: fragments.slice(0, 4) }),
    },
    text: exact
      ? {
          ...(quote?.prefix !== undefined && { before: textOf(quote.prefix, MAX_CONTEXT_CHARACTERS, true) }),
          highlight: exact,
          ...(quote?.suffix !== undefined && { after: textOf(quote.suffix, MAX_CONTEXT_CHARACTERS) }),
        }
      : undefined,
  }
}

/** Finds the chapter of an address, or else the only one whose file it names under another folder or extension. */
function findChapter(files: ChapterNames['files'], source: string): Link | undefined {
  const exact = files.find(({ link }) => link.href === source)
  if (exact) return exact.link
  const wanted = toComparablePath(source)
  const same = files.filter(({ path }) => path === wanted || path.endsWith(`/${wanted}`) || wanted.endsWith(`/${path}`))
  return same.length === 1 ? same[0]?.link : undefined
}

function toComparablePath(address: string): string {
  const path = address.replace(/[#?].*$/, '').replace(/\.\w+$/, '')
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

/**
 * Returns storable text of so many letters at most, from the start or (`isEnd`) the end. Empty for anything but text.
 */
function textOf(value: unknown, length: number, isEnd = false): string {
  if (typeof value !== 'string') return ''
  const text = value.replaceAll('\0', '').toWellFormed()
  if (text.length <= length) return text
  const letters = [...text]
  return (isEnd ? letters.slice(-length) : letters.slice(0, length)).join('')
}

/** Converting anything else could throw: its `toString` comes from the file. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

/** Dates an item from the future now. */
function instantOf(value: unknown, now: number): number | undefined {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return instant >= 0 ? Math.min(instant, now) : undefined
}

function idOf(id: string): string {
  const [uuid] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(id.toLowerCase()) ?? []
  return uuid ?? uuidOf(id)
}

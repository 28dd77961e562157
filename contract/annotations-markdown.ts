import type { AnnotationColor, Motivation } from './play/annotations.ts'

/*
 * The Markdown that the server exports annotations as (`server/annotations/markdown.ts`), and its way back in the page.
 */

export const KINDS: Record<Motivation, string> = {
  highlighting: 'Destaque',
  commenting: 'Nota',
  bookmarking: 'Marcador',
}
export const COLORS: Record<AnnotationColor, string> = {
  yellow: 'amarelo',
  green: 'verde',
  blue: 'azul',
  pink: 'rosa',
}
export const NONE = 'Nada foi marcado neste título.'
export const LOST = 'não encontrado nesta edição'
/** Marks an annotation that there was no time to search for yet. */
export const UNSEARCHED = 'ainda não localizado nesta edição'

const CLOCK = String.raw`\d{1,6}(?::\d\d){1,2}`
/** Tolerates a hyphen, which people type for the dash. */
const ENTRY = String.raw`\*\*(${wordsOf(KINDS)})(?: · (${wordsOf(COLORS)}))?(?: · (${CLOCK})(?:[–-](${CLOCK}))?)?(?: · (?:${LOST}|${UNSEARCHED}))?\*\*`
const SECTIONS = new RegExp(`^(?=##? |${ENTRY.replaceAll(/\((?!\?)/g, '(?:')}[ \\t]*$)`, 'm')
const HEAD = new RegExp(`^${ENTRY}`)
const MEDIA_FRAGMENT = 'http://www.w3.org/TR/media-frags/'
/** The service reads no longer id. */
const MAX_KEY_CHARACTERS = 1000

interface TitleSet {
  type: 'AnnotationSet'
  about: { 'dc:title': string; 'dc:creator'?: string }
  items: object[]
}

/** White space of one line: with line breaks, thousands of blank lines would each be read to the last. */
const MARKER = /^([^\S\n\r\u2028\u2029]*\d*)([-+=.)])(?=\s|$)/gm

/** Escapes Markdown and HTML in text from a book or a member. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&').replaceAll(MARKER, '$1\\$2')
}

/** https://spec.commonmark.org/0.31.2/#backslash-escapes */
function unescapeMarkdown(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}

/**
 * Reads the exported Markdown of one title or several as sets of EPUB Annotations, each item at the chapter of its
 * heading. Throws a `SyntaxError` for any other text.
 */
export function setsOfMarkdown(markdown: string): TitleSet[] {
  const [before, ...sections] = `\n${markdown.replaceAll('\r\n', '\n')}`.split(SECTIONS)
  if (before?.trim()) throw new SyntaxError('Text before the title')
  const sets: TitleSet[] = []
  const counts = new Map<string, number>()
  let chapter = ''
  for (const section of sections) {
    const [first = ''] = section.split('\n', 1)
    const body = section.slice(first.length).replace(/^\n+/, '').trimEnd()
    const set = sets.at(-1)
    if (first.startsWith('# ')) {
      const [author = ''] = body.split('\n', 1)
      const about = { 'dc:title': readLine(first.slice(2)), ...(author && { 'dc:creator': readLine(author) }) }
      sets.push({ type: 'AnnotationSet', about, items: [] })
      chapter = ''
    } else if (first.startsWith('## ')) chapter = readLine(first.slice(3))
    else if (set) set.items.push(readEntry(first, body, set.about, chapter, counts))
    else throw new SyntaxError('No title')
  }
  const filled = sets.filter(({ items }) => items.length > 0)
  if (filled.length === 0 && !markdown.includes(NONE)) throw new SyntaxError('No annotations')
  return filled.length > 0 ? filled : sets
}

function readEntry(
  first: string,
  body: string,
  about: TitleSet['about'],
  chapter: string,
  counts: Map<string, number>,
): object {
  const [, kind, color, from, to] = HEAD.exec(first) ?? []
  const motivation = keyOf(KINDS, kind)
  const lines = body.split('\n')
  const quoted = lines.findIndex((line) => !line.startsWith('>'))
  const quoteLines = quoted < 0 ? lines : lines.slice(0, quoted)
  const quote = unescapeMarkdown(quoteLines.join('\n').replaceAll(/^> ?/gm, '')).trim()
  const note = unescapeMarkdown(lines.slice(quoteLines.length).join('\n').replace(/^\n+/, ''))
  const place = from && mediaFragment(from, to)
  const key = JSON.stringify([about, motivation, place, quote]).slice(0, MAX_KEY_CHARACTERS)
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  const selector = place
    ? [{ type: 'FragmentSelector', value: place, conformsTo: MEDIA_FRAGMENT }]
    : quote || motivation === 'highlighting'
      ? [{ type: 'TextQuoteSelector', exact: quote }]
      : []
  return {
    id: `${count} ${key}`,
    type: 'Annotation',
    motivation,
    target: { source: chapter || about['dc:title'], selector },
    body: { type: 'TextualBody', format: 'text/plain', value: note, color: keyOf(COLORS, color) },
  }
}

/** Whole seconds: a clip within one is made to last. */
function mediaFragment(from: string, to: string | undefined): string {
  const [start, end] = [secondsOf(from), to === undefined ? undefined : secondsOf(to)]
  return `t=${start}${end === undefined ? '' : `,${Math.max(end, start + 0.5)}`}`
}

function secondsOf(clock: string): number {
  return clock.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

function readLine(text: string): string {
  return unescapeMarkdown(text.trim())
}

function keyOf<Key extends string>(words: Record<Key, string>, word: string | undefined): Key | undefined {
  return (Object.keys(words) as Key[]).find((key) => words[key] === word)
}

function wordsOf(words: Record<string, string>): string {
  return Object.values(words).join('|')
}

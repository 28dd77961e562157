import { COLORS, escapeMarkdown, KINDS, LOST, NONE, UNSEARCHED } from '@estante/contract/annotations-markdown.ts'
import type { Link, Manifest } from '@estante/contract/manifest.ts'
import { type Content, type LiveRow, UNSEARCHED_REVISION } from './annotation.ts'
import { type AnnotatedPublication, manifestOf } from './read-annotations.ts'

/**
 * Formats a member's annotations in a title for reading: by chapter, in Portuguese. `rows` are in the order of the
 * book.
 */
export function writeMarkdown(publication: AnnotatedPublication, rows: LiveRow[]): string {
  const { title, author, type } = publication
  const book = manifestOf(publication)
  const soundHeadings = type === 'audiobook' ? soundHeadingsOf(book) : []
  const headings = Map.groupBy(headingsOf(book), (one) => one.href)
  const parts = [`# ${escapeMarkdown(title)}`, escapeMarkdown(author)]
  let heading: string | undefined
  for (const row of rows) {
    const locator = JSON.parse(row.locator) as Content['locator']
    const chapter = chapterTitle(locator, row.range_start)
    if (chapter !== heading) parts.push(`## ${escapeMarkdown(chapter)}`)
    heading = chapter
    parts.push(writeRow(row, locator))
  }
  if (rows.length === 0) parts.push(NONE)
  return `${parts.join('\n\n')}\n`

  function chapterTitle({ href }: Content['locator'], start: number): string {
    if (type === 'audiobook') {
      const entry = soundHeadings.findLast(({ ms }) => ms <= start)
      return entry?.title ?? 'Gravação'
    }
    const inside = headings.get(href) ?? []
    const entry = inside.findLast(({ letter }) => letter <= start) ?? inside[0]
    return entry?.title ?? 'Capítulos que saíram do livro'
  }

  function writeRow(
    { motivation, note, color, range_start, range_end, publication_revision, is_lost }: LiveRow,
    { text }: Content['locator'],
  ) {
    const quote = text?.highlight?.trim()
    const place =
      type === 'audiobook'
        ? range_end > range_start
          ? `${clock(range_start)}–${clock(range_end)}`
          : clock(range_start)
        : undefined
    const absence = is_lost === 1 && (publication_revision === UNSEARCHED_REVISION ? UNSEARCHED : LOST)
    const details = [KINDS[motivation], color && COLORS[color], place, absence]
    const lines = [`**${details.filter(Boolean).join(' · ')}**`]
    if (quote) lines.push(escapeMarkdown(quote).replaceAll(/^/gm, '> '))
    if (note) lines.push(escapeMarkdown(note))
    return lines.join('\n\n')
  }
}

/** A heading of the contents, and where in its chapter it begins. */
export interface Heading {
  href: string
  letter: number
  title: string
}

/** Lists the headings of an e-book by chapter. A chapter without one continues the heading before it, as in the reader. */
export function headingsOf({ readingOrder, toc }: Pick<Manifest, 'readingOrder' | 'toc'>): Heading[] {
  const entries = Map.groupBy(flatten(toc), ({ href }) => href.replace(/#.*$/, ''))
  let above: string | undefined
  return readingOrder.flatMap(({ href, title }, index) => {
    const inside = entries.get(href) ?? [{ href, title: above }]
    above = inside.at(-1)?.title
    return inside.map((entry) => ({
      href,
      letter: entry.properties?.letter ?? 0,
      title: entry.title || title || `Parte ${index + 1}`,
    }))
  })
}

/** Lists the headings of an audiobook, and the millisecond at which each begins. */
export function soundHeadingsOf({ toc }: Pick<Manifest, 'toc'>): { title: string | undefined; ms: number }[] {
  return flatten(toc).map(({ title, href }) => {
    const seconds = Number(/#t=([\d.]+)/.exec(href)?.[1] ?? 0)
    return { title, ms: Math.round(seconds * 1000) }
  })
}

function flatten(links: Link[]): Link[] {
  return links.flatMap((link) => [link, ...flatten(link.children ?? [])])
}

/** `1:02:03` */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

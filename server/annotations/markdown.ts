import type { Link, Manifest } from '@estante/contract/manifest.ts'
import type { Content, LiveRow } from './annotation.ts'
import { findChapter } from './epub-annotations.ts'
import type { AnnotatedPublication } from './read-annotations.ts'

const COLORS = { yellow: 'amarelo', green: 'verde', blue: 'azul', pink: 'rosa' }

/**
 * Formats a member's annotations in a title for reading: by chapter, in Portuguese. `rows` are in the order of the
 * book.
 */
export function writeMarkdown({ title, author, manifest, type }: AnnotatedPublication, rows: LiveRow[]): string {
  const { readingOrder, toc } = JSON.parse(manifest) as Manifest
  const contents = flatten(toc)
  const parts = [`# ${plain(title)}`, plain(author)]
  let heading: string | undefined
  for (const row of rows) {
    const locator = JSON.parse(row.locator) as Content['locator']
    const chapter = chapterTitle(locator, row.range_start)
    if (chapter !== heading) parts.push(`## ${plain(chapter)}`)
    heading = chapter
    parts.push(writeRow(row, locator))
  }
  if (rows.length === 0) parts.push('Nada foi marcado neste título.')
  return `${parts.join('\n\n')}\n`

  function chapterTitle({ href, title: stored }: Content['locator'], start: number): string {
    if (type === 'audiobook') {
      const entry = contents.findLast((one) => Number(/#t=([\d.]+)/.exec(one.href)?.[1] ?? 0) * 1000 <= start)
      return entry?.title ?? 'Gravação'
    }
    const index = readingOrder.findIndex((link) => link.href === href)
    if (index < 0) return 'Capítulos que saíram do livro'
    const inside = contents.filter((one) => findChapter([readingOrder[index] as Link], one.href))
    const entry = inside.findLast((one) => (one.properties?.letter ?? 0) <= start) ?? inside[0]
    return entry?.title ?? stored ?? readingOrder[index]?.title ?? `Parte ${index + 1}`
  }

  function writeRow(
    { motivation, note, color, range_start, range_end, is_lost }: LiveRow,
    { text }: Content['locator'],
  ) {
    const quote = text?.highlight?.trim()
    const place =
      type === 'audiobook'
        ? range_end > range_start
          ? `${clock(range_start)}–${clock(range_end)}`
          : clock(range_start)
        : undefined
    const kind = motivation === 'bookmarking' ? 'Marcador' : motivation === 'commenting' ? 'Nota' : 'Destaque'
    const details = [kind, color && COLORS[color], place, is_lost === 1 && 'não encontrado nesta edição']
    const lines = [`**${details.filter(Boolean).join(' · ')}**`]
    if (quote) lines.push(plain(quote).replaceAll(/^/gm, '> '))
    if (note) lines.push(plain(note))
    return lines.join('\n\n')
  }
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

/** Escapes Markdown and HTML in text from a book or a member. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&').replaceAll(/^(\s*)([-+=]|\d+[.)])(?=\s|$)/gm, '$1\\$2')
}

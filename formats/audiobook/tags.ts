import { type IAudioMetadata, type IPicture, parseBuffer } from 'music-metadata'
import type { Chapter } from './chapters.ts'
import { cleanText } from './clean-text.ts'

/** Metadata of a book in a recording's tags. */
export interface Tags {
  title?: string
  album?: string
  subtitle?: string
  author: string[]
  narrator: string[]
  publisher?: string
  language: string[]
  published?: string
  description?: string
  subject: string[]
  series?: { name: string; position?: number }
  track?: number
  disc?: number
  cover?: Uint8Array
  chapters: Chapter[]
}

/** Parses tags from the part of a file that holds them. Broken tags count as none, since the audio still plays. */
export async function parseTags(bytes: Buffer, mimeType: 'audio/mpeg' | 'audio/mp4'): Promise<Tags> {
  const metadata = await parseBuffer(bytes, { mimeType }, { duration: false }).catch(() => undefined)
  return metadata ? toTags(metadata) : { author: [], narrator: [], language: [], subject: [], chapters: [] }
}

function toTags({ common, native }: IAudioMetadata): Tags {
  const nativeText = (...ids: string[]) =>
    Object.values(native)
      .flat()
      .filter(({ id, value }) => typeof value === 'string' && ids.includes(id.toUpperCase()))
      .map(({ value }) => value as string)
  const narrators = nativeText('©NRT', 'TXXX:NARRATOR', '----:COM.APPLE.ITUNES:NARRATOR')
  return {
    title: line(common.title),
    album: line(common.album),
    subtitle: line(common.subtitle?.[0]),
    author: names(common.albumartist ? [common.albumartist] : (common.artists ?? [])),
    narrator: names(narrators.length > 0 ? narrators : (common.composer ?? [])),
    publisher: line(nativeText('©PUB')[0] ?? common.publisher?.[0] ?? common.label?.[0]),
    language: languages(common.language),
    published: publicationDate(common.date ?? (common.year ? String(common.year) : undefined)),
    description: line(description(common)),
    subject: names(common.genre ?? []),
    series: seriesOf(common, nativeText),
    track: common.track.no ?? undefined,
    disc: common.disk.no ?? undefined,
    cover: chooseCover(common.picture ?? []),
    chapters: [],
  }
}

/** Reads the series from its own tag, or from the movement of a work, where Apple Books stores it. */
function seriesOf(
  { movement, movementIndex }: IAudioMetadata['common'],
  nativeText: (...ids: string[]) => string[],
): Tags['series'] {
  const name = line(nativeText('TXXX:SERIES', '----:COM.APPLE.ITUNES:SERIES')[0] ?? movement)
  if (!name) return undefined
  const [part] = nativeText('TXXX:SERIES-PART', '----:COM.APPLE.ITUNES:SERIES-PART')
  const position = part === undefined ? (movementIndex?.no ?? Number.NaN) : Number.parseFloat(part)
  return { name, ...(position >= 0 && position < 100_000 && { position }) }
}

function description({ longDescription, description, comment }: IAudioMetadata['common']): string | undefined {
  // iTunes stores volume measurements in comments.
  const remark = comment?.find(({ text, descriptor }) => text && !descriptor?.startsWith('iTun'))
  return longDescription ?? description?.[0] ?? remark?.text
}

/** An MP4 may declare any text to be a number, as music-metadata then returns it. */
function line(text: string | undefined): string | undefined {
  return (text && cleanText(String(text))) || undefined
}

/** Splits several people in one tag: `Ana Lima; Rui Sá`. */
function names(texts: string[]): string[] {
  const parts = texts.flatMap((text) => String(text).split(/[;\0]/)).map((text) => cleanText(text))
  return [...new Set(parts.filter(Boolean))]
}

/** Converts ID3's three-letter code (`por`) to BCP 47 (`pt`). */
function languages(text: string | undefined): string[] {
  const code = line(text)?.replace('_', '-') ?? ''
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code) || /^(und|xxx|zxx)$/i.test(code)) return []
  try {
    return Intl.getCanonicalLocales(code)
  } catch {
    // The part after the language is not BCP 47, such as the country of `por-bra`.
    return Intl.getCanonicalLocales(code.split('-')[0])
  }
}

function publicationDate(text: string | undefined): string | undefined {
  const date = line(text)?.match(/^(\d{4})(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?/)?.[0]
  return date?.startsWith('0000') ? undefined : date
}

/**
 * Chooses the largest picture marked as the front cover, otherwise the largest of all. Pictures that are only URLs are
 * ignored.
 */
function chooseCover(pictures: IPicture[]): Uint8Array | undefined {
  const stored = pictures.filter(({ format, data }) => format !== '-->' && data.length > 0)
  const front = stored.filter(({ type }) => type === 'Cover (front)')
  return (front.length > 0 ? front : stored).sort((one, other) => other.data.length - one.data.length)[0]?.data
}

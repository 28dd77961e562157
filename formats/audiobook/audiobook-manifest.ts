import { basename } from 'node:path'
import type { Link, Manifest, Metadata } from '@estante/contract/manifest.ts'
import { countRemovals } from '../removals.ts'
import { roundToMilliseconds } from '../round-to-milliseconds.ts'
import { tidyLinks, tidyMetadata } from '../tidy-texts.ts'
import { type Chapter, tidyChapters } from './chapters.ts'
import { cleanFileName } from './clean-text.ts'
import type { Tags } from './tags.ts'

/** The single media file of an audiobook, ready to be served. */
export interface MediaResource {
  href: 'audio.mp3' | 'audio.m4a'
  type: 'audio/mpeg' | 'audio/mp4'
  durationSeconds: number
  /** Kilobits a second. */
  bitrate: number
  bytes: number
  /** Layout of the fragments, for players. */
  fragments: { indexBytes: number; codecs?: string; playlist?: string }
}

/** A named part of the resource: one source file, or the whole book. */
export interface Track {
  title: string
  /** Seconds from the start of the resource. */
  start: number
  durationSeconds: number
  chapters: Chapter[]
}

/** Names an audiobook by its tags, or else by the file or folder. */
export function nameAudiobook(ofTags: string | undefined, path: string): { title: string; isCalledByFile: boolean } {
  return { title: ofTags ?? (cleanFileName(basename(path)) || 'Audiolivro'), isCalledByFile: ofTags === undefined }
}

/**
 * Builds the Readium audiobook manifest, and lists the texts it had to cut, after the `damage` of the source:
 * https://readium.org/webpub-manifest/profiles/audiobook
 */
export function audiobookManifest(
  title: string,
  tags: Tags,
  resource: MediaResource,
  tracks: Track[],
  damage: string[],
): { manifest: Manifest; removed: string[] } {
  const { href, type, bytes, fragments } = resource
  const duration = roundToMilliseconds(resource.durationSeconds)
  const metadata: Metadata = {
    '@type': 'http://schema.org/Audiobook',
    conformsTo: 'https://readium.org/webpub-manifest/profiles/audiobook',
    title,
    ...(tags.subtitle && { subtitle: tags.subtitle }),
    author: tags.author,
    ...(tags.narrator.length > 0 && { narrator: tags.narrator }),
    ...(tags.publisher && { publisher: tags.publisher }),
    language: tags.language,
    ...(tags.published && { published: tags.published }),
    ...(tags.description && { description: tags.description }),
    ...(tags.subject.length > 0 && { subject: tags.subject }),
    ...(tags.series && { belongsTo: { series: [tags.series] } }),
    readingProgression: 'ltr',
    duration,
  }
  const removals = countRemovals()
  const onCut = () => removals.add('text')
  const manifest: Manifest = {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: tidyMetadata(metadata, onCut),
    links: [],
    readingOrder: [
      {
        href,
        type,
        duration,
        bitrate: Math.round(resource.bitrate),
        ...(fragments.playlist && { alternate: [{ href: fragments.playlist, type: 'application/vnd.apple.mpegurl' }] }),
        properties: {
          bytes,
          ...(fragments.codecs && { codecs: fragments.codecs }),
          indexBytes: fragments.indexBytes,
        },
      },
    ],
    resources: [],
    toc: tidyLinks(contents(href, tracks), onCut),
  }
  return { manifest, removed: [...damage, ...removals.sentences()] }
}

function contents(href: string, tracks: Track[]): Link[] {
  const [only] = tracks
  if (tracks.length === 1 && only) {
    const chapters = chapterLinks(href, only)
    return chapters.length > 0 ? chapters : [trackLink(href, only)]
  }
  return tracks.map((track) => {
    const children = chapterLinks(href, track)
    return { ...trackLink(href, track), ...(children.length > 1 && { children }) }
  })
}

function trackLink(href: string, { title, start, durationSeconds }: Track): Link {
  return { href: `${href}#t=${roundToMilliseconds(start)}`, title, duration: roundToMilliseconds(durationSeconds) }
}

/** Links to chapters. Each ends where the next begins, the last one with its track. */
function chapterLinks(href: string, track: Track): Link[] {
  const chapters = tidyChapters(track.chapters, track.durationSeconds)
  return chapters.map(({ start, title }, index) => {
    const end = chapters[index + 1]?.start ?? track.durationSeconds
    return trackLink(href, { title, start: track.start + start, durationSeconds: end - start, chapters: [] })
  })
}

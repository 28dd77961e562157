import { open } from 'node:fs/promises'
import type { Manifest } from '@estante/contract/manifest.ts'
import { Refusal } from './refusal.ts'

const SIGNATURE_BYTES = 512

/**
 * Recognises a book file, or a folder of MP3, by its bytes and never by its name, and opens it. Throws `Refusal` for
 * anything that is not an EPUB, an MP3, an M4B or an M4A, and says what it is instead where that can be told.
 */
export async function openPublication(source: string): Promise<OpenedPublication> {
  await using file = await open(source)
  const isFolder = (await file.stat()).isDirectory()
  if (!isFolder) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
    const start = buffer.subarray(0, bytesRead).toString('latin1')
    if (start === '') throw new Refusal('O arquivo está vazio.')
    if (start.startsWith('PK\x03\x04')) {
      const { openEpub } = await import('./epub/open-epub.ts')
      return openEpub(source)
    }
    refuseOtherBooks(start)
  }
  const { openAudiobook } = await import('./audiobook/open-audiobook.ts')
  return openAudiobook(source)
}

/** What is neither a zip nor sound; other kinds of sound are named by whoever knows sound. */
function refuseOtherBooks(start: string) {
  const [, name] = OTHER_BOOKS.find(([signature]) => signature.test(start)) ?? []
  if (name) throw new Refusal(`O arquivo é ${name}, e não um EPUB nem um áudio MP3, M4B ou M4A.`)
}

const OTHER_BOOKS: [signature: RegExp, name: string][] = [
  [/^%PDF-/, 'um PDF'],
  [/^.{60}(BOOKMOBI|TEXtREAd)/s, 'um livro do Kindle (MOBI)'],
  [/^PK\x05\x06/, 'um ZIP vazio'],
  [/^PK/, 'um ZIP dividido ou danificado'],
  [/^Rar!/, 'um arquivo RAR'],
  [/^7z\xbc\xaf/, 'um arquivo 7-Zip'],
  [/^\x1f\x8b/, 'um arquivo GZIP'],
  [/^AT&TFORM/, 'um DjVu'],
  [/^\xd0\xcf\x11\xe0/, 'um documento antigo do Office'],
  [/^\{\\rtf/, 'um documento RTF'],
  [/^(\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP)/s, 'uma imagem'],
  [/^(\xef\xbb\xbf)?\s*<(\?xml|!doctype|html)/i, 'uma página HTML ou XML'],
  [/^(\xef\xbb\xbf)?[\t\n\r\x20-\x7e\xa0-\xff]+$/, 'um texto'],
]

/** A book file (or a folder of MP3) that was recognised and may be extracted. Nothing has been unpacked yet. */
export interface OpenedPublication {
  type: 'audiobook' | 'ebook'
  /** SHA-256 of the source's bytes, hexadecimal; for a folder, of each track's name and bytes in order. */
  contentHash: string
  /** Writes the publication's resources, sanitised and ready to be served, into an empty folder. Throws `Refusal`. */
  extractTo(folder: string, options?: ExtractOptions): Promise<ExtractedPublication>
}

export interface ExtractOptions {
  /** Part done, 0 to 1. */
  onProgress?: (done: number) => void
  signal?: AbortSignal
}

export interface ExtractedPublication {
  /** Every `href` in it names a file now in the folder. */
  manifest: Manifest
  /** The cover's bytes as the file held them, never trusted: whoever uses them re-encodes them. */
  cover?: Uint8Array
  /** What the sanitiser took out, a sentence each in Portuguese, with counts. */
  removed: string[]
}

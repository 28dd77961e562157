import { open } from 'node:fs/promises'
import type { Source } from './publication.ts'
import { Refusal } from './refusal.ts'

const SIGNATURE_BYTES = 512

/** Like `openPublicationFile`, in the calling thread. */
export async function openSource(source: string): Promise<Source> {
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

/** Refuses known formats that are neither zip nor audio. Other audio formats are refused by the audio reader. */
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

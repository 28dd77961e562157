import { hashFile } from '../content-hash.ts'
import type { Source } from '../publication.ts'
import { Refusal } from '../refusal.ts'
import { openZip } from '../zip/zip-archive.ts'
import { extractEpub } from './extract-epub.ts'

const MAX_MIMETYPE_BYTES = 1024

/** Opens an EPUB. Throws `Refusal` for any other zip. */
export async function openEpub(source: string): Promise<Source> {
  return {
    type: 'ebook',
    extractedBytes: await measureEpub(source),
    hash: () => hashFile(source),
    extractTo: (folder, { onProgress }) => extractEpub(source, folder, onProgress),
  }
}

/** Sums the uncompressed size. Throws `Refusal` if the zip is not an EPUB. */
async function measureEpub(source: string): Promise<number> {
  const zip = await openZip(source)
  try {
    const mimetype = zip.find('mimetype')
    const declared =
      mimetype && mimetype.bytes <= MAX_MIMETYPE_BYTES
        ? (await zip.read(mimetype, MAX_MIMETYPE_BYTES)).toString('latin1').trim()
        : ''
    if (declared === 'application/epub+zip' || zip.find('META-INF/container.xml')) {
      return zip.entries.reduce((sum, { bytes }) => sum + bytes, 0)
    }
    throw new Refusal(
      `O arquivo é ${nameOf(
        zip.entries.map(({ path }) => path),
        declared,
      )}, e não um EPUB.`,
    )
  } finally {
    zip.close()
  }
}

function nameOf(paths: string[], mimetype: string) {
  if (paths.some((path) => path.startsWith('word/'))) return 'um documento do Word'
  if (mimetype.startsWith('application/vnd.oasis.opendocument')) return 'um documento do LibreOffice'
  if (paths.length > 0 && paths.every((path) => /\.(jpe?g|png|gif|webp|xml)$/i.test(path)))
    return 'uma revista em quadrinhos (CBZ)'
  return 'um ZIP comum'
}

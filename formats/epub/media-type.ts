/** File types that a book may contain, recognised by their first bytes, since names and declarations are unreliable. */
export interface SniffedType {
  mediaType: string
  extension: string
}

/** Bytes that `sniffMediaType` needs. */
export const SNIFF_BYTES = 64

const MAGIC: [mediaType: string, extension: string, pattern: RegExp][] = [
  ['image/jpeg', 'jpg', /^\xff\xd8\xff/],
  ['image/png', 'png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', 'gif', /^GIF8[79]a/],
  ['image/webp', 'webp', /^RIFF....WEBP/s],
  ['image/avif', 'avif', /^.{4}ftypavi[fs]/s],
  ['image/jxl', 'jxl', /^(\xff\x0a|\0\0\0\x0cJXL \r\n\x87\n)/],
  ['font/woff2', 'woff2', /^wOF2/],
  ['font/woff', 'woff', /^wOFF/],
  ['font/otf', 'otf', /^OTTO/],
  ['font/ttf', 'ttf', /^(\x00\x01\x00\x00|true)/],
  ['font/collection', 'ttc', /^ttcf/],
  ['audio/mpeg', 'mp3', /^(ID3|\xff[\xe2-\xe7\xf2-\xff])/],
  ['audio/ogg', 'ogg', /^OggS/],
  ['audio/wav', 'wav', /^RIFF....WAVE/s],
  ['audio/mp4', 'm4a', /^.{4}ftypM4[AB] /s],
  ['video/mp4', 'mp4', /^.{4}ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VP|dash|qt {2}|MSNV)/s],
  ['video/webm', 'webm', /^\x1aE\xdf\xa3/],
  ['text/vtt', 'vtt', /^(\xef\xbb\xbf)?WEBVTT[\s]/],
]

export function sniffMediaType(start: Uint8Array): SniffedType | undefined {
  const text = Buffer.from(start.subarray(0, SNIFF_BYTES)).toString('latin1')
  const found = MAGIC.find(([, , pattern]) => pattern.test(text))
  return found && { mediaType: found[0], extension: found[1] }
}

/**
 * Whether the type may be a cover or a page: raster images that every engine supports, never SVG, which may contain
 * code.
 */
export function isBitmap(mediaType: string) {
  return /^image\/(jpeg|png|gif|webp|avif)$/.test(mediaType)
}

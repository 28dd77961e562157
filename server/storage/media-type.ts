/** Media types by file extension. No scripts; files with other extensions are not served. */
const MEDIA_TYPES: Record<string, string> = {
  xhtml: 'application/xhtml+xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  jxl: 'image/jxl',
  otf: 'font/otf',
  ttf: 'font/ttf',
  ttc: 'font/collection',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  mp4: 'video/mp4',
  m3u8: 'application/vnd.apple.mpegurl',
  json: 'application/guided-navigation+json',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
}

/** Returns the media type of a file name. Undefined when it may not be served. */
export function mediaTypeOf(name: string): string | undefined {
  return MEDIA_TYPES[/\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '']
}

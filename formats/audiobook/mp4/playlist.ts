/**
 * Writes an HLS playlist over the fragments of one file. Relative addresses and contiguous ranges compress well:
 * https://datatracker.ietf.org/doc/html/rfc8216#section-4.3.2.2
 */
export function writePlaylist(
  href: string,
  initializationBytes: number,
  indexBytes: number,
  sizes: number[],
  seconds: number[],
): string {
  const firstFragment = initializationBytes + indexBytes
  const segments = sizes.map((size, index) => {
    const range = index === 0 ? `${size}@${firstFragment}` : size
    return `#EXTINF:${seconds[index]!.toFixed(6)},\n#EXT-X-BYTERANGE:${range}\n${href}`
  })
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, ...seconds.map(Math.ceil))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${href}",BYTERANGE="${initializationBytes}@0"`,
    ...segments,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}

/** Companions of books, which an import leaves out: notes, pictures, track sheets. */
export const COMPANION = /\.(txt|md|nfo|jpe?g|png|gif|webp|cue|m3u8?|opf|ini|db)$/i

/**
 * Returns whether MP3 files are numbered like tracks, as `01.mp3`, `02 - O agregado.mp3` and `Capítulo 3.mp3`: each has
 * its own number, and few are missing between them.
 */
export function isNumbered(names: readonly string[]): boolean {
  const numbers = names.map((name) => /^\d+|\d+$/.exec(name.replace(/\.mp3$/i, ''))?.[0])
  const positions = new Set(numbers.map(Number))
  return (
    !numbers.includes(undefined) &&
    positions.size === names.length &&
    Math.max(...positions) - Math.min(...positions) < 2 * names.length
  )
}

/** The order of file names: of tracks in an album, of titles in an import. */
export const NATURAL_ORDER = new Intl.Collator('pt', { numeric: true, sensitivity: 'base' })

/** Companions of books, which an import leaves out: notes, pictures, track sheets. */
export const COMPANION = /\.(txt|md|nfo|jpe?g|png|gif|webp|cue|m3u8?|opf|ini|db)$/i

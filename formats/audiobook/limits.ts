/** Limits that no real audiobook reaches, against hostile files. */
export const MAX_SOURCE_BYTES = 2 * 1024 ** 3
export const MAX_DURATION_SECONDS = 100 * 3600
export const MAX_CHAPTERS = 2_000
export const MAX_TRACKS = 2_000
/** Room for pictures. A larger tag is skipped without refusing the file. */
export const MAX_TAG_BYTES = 32 * 1024 ** 2

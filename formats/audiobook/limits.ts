/** What no audiobook needs more of, and no hostile file may have. */
export const MAX_SOURCE_BYTES = 2 * 1024 ** 3
export const MAX_DURATION_SECONDS = 100 * 3600
export const MAX_CHAPTERS = 2_000
export const MAX_TRACKS = 2_000
/** Tags with pictures; a larger tag is skipped, its sound is kept. */
export const MAX_TAG_BYTES = 32 * 1024 ** 2

/** A use of something that the baseline lacks. */
export interface Finding {
  file: string
  line: number
  /** As in the source: `color-mix()`, `size`. */
  name: string
  /** Its keys in the compatibility data. */
  keys: string[]
}

/** Starts a comment that declares the effect in engines that lack the feature below it. */
export const DECLARATION = 'Below the baseline:'

/**
 * Maps each line that a declaration covers (its own, and the next one that is not a comment) to the declaration's line.
 */
export function declaredLines(source: string): Map<number, number> {
  const lines = source.split('\n')
  const declared = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    if (!line.includes(DECLARATION)) continue
    let next = index
    if (/^\s*(?:\/\/|\/\*|\*|\{\/\*)/.test(line)) {
      const isBlock = /^\s*(?:\{?\/\*|\*)/.test(line)
      if (isBlock) while (!lines[next]?.includes('*/')) next++
      next++
      while (!isBlock && /^\s*\/\//.test(lines[next] ?? '')) next++
    }
    declared.set(next + 1, index + 1)
  }
  return declared
}

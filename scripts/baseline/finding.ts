/** Something that the baseline lacks, and where it is used. */
export interface Finding {
  file: string
  line: number
  /** As the source has it: `color-mix()`, `size`. */
  name: string
  /** The features of the compatibility data that it is. */
  keys: string[]
}

/** With these words a comment says what an engine does that lacks what is used below it. */
export const DECLARATION = 'Below the baseline:'

/** The lines that a declaration speaks for: its own, and the first below it that is no comment. */
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

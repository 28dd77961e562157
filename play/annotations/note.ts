import type { AnnotationContent } from './page-annotations.ts'

/** Returns the note that a member wrote as the service stores it; null when it is empty. */
export function toNote(written: string): string | null {
  return toStorable(written).trim() || null
}

/** Returns the change of an annotation to another note. */
export function withNote({ motivation }: Pick<AnnotationContent, 'motivation'>, written: string) {
  const note = toNote(written)
  const marked = note === null ? 'highlighting' : 'commenting'
  return { note, motivation: motivation === 'bookmarking' ? motivation : marked } as const
}

/** Cuts a text, and removes what the service refuses: NUL, and half a surrogate pair at an end where it was cut. */
export function toStorable(text: string, maxCharacters?: number) {
  return text.slice(0, maxCharacters).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$|\u0000/g, '')
}

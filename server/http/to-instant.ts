/** An instant as every answer says it; null stays null. */
export function toInstant(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

/** Formats an instant (epoch milliseconds) as ISO 8601, as every answer does; null stays null. */
export function toIsoString(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

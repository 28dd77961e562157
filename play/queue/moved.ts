/** A list with something put before another one of it, or last. */
export function moved<T extends { id: string }>(items: readonly T[], one: T, before?: string): T[] {
  const others = items.filter(({ id }) => id !== one.id)
  const at = others.findIndex(({ id }) => id === before)
  const place = at < 0 ? others.length : at
  return [...others.slice(0, place), one, ...others.slice(place)]
}

/** Before which one of the list something comes that goes a step up or down; undefined where it comes last. */
export function stepOf(items: readonly { id: string }[], id: string, step: -1 | 1): string | undefined {
  const at = items.findIndex((one) => one.id === id)
  return items[step === -1 ? at - 1 : at + 2]?.id
}

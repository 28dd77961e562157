/** Moves or inserts an item before another one of the list, or at its end. */
export function moveBefore<T extends { id: string }>(items: readonly T[], one: T, before?: string): T[] {
  const others = items.filter(({ id }) => id !== one.id)
  const at = others.findIndex(({ id }) => id === before)
  const index = at < 0 ? others.length : at
  return [...others.slice(0, index), one, ...others.slice(index)]
}

/** Returns the id to pass to `moveBefore` for a step up or down. Undefined for the end of the list. */
export function stepOf(items: readonly { id: string }[], id: string, step: -1 | 1): string | undefined {
  const at = items.findIndex((one) => one.id === id)
  return items[step === -1 ? at - 1 : at + 2]?.id
}

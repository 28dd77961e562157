/**
 * Creates a seeded pseudo-random generator, the same on every machine: Mulberry32,
 * https://github.com/cprosche/mulberry32.
 */
export function createRandom(seed: number) {
  let state = seed >>> 0

  /** From 0 to 1, exclusive. */
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** From 0 to `count`, exclusive. */
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    pick: <T>(choices: readonly T[]) => choices[below(choices.length)]!,
    chance: (probability: number) => next() < probability,
  }
}

export type Random = ReturnType<typeof createRandom>

/** A seeded pseudo-random generator, the same on every machine. */
export interface Random {
  /** From 0 to 1, exclusive. */
  next(): number
  /** From 0 to `count`, exclusive. */
  below(count: number): number
  pick<T>(choices: readonly T[]): T
  chance(probability: number): boolean
}

/** Mulberry32: https://github.com/cprosche/mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0

  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    pick: (choices) => choices[below(choices.length)]!,
    chance: (probability) => next() < probability,
  }
}

/** Number and duration of rounds. */
export interface Pace {
  /** Discarded rounds, which let V8 compile the code as in a long-running server. */
  warmUps: number
  rounds: number
  secondsARound: number
}

/**
 * Runs the rounds of the contenders alternately (A B C A B C), so that variations of the machine affect all of them.
 * Discards the warm-up rounds. An absent contender has no rounds.
 */
export async function alternate<Name extends string, R>(
  { warmUps, rounds }: Pick<Pace, 'warmUps' | 'rounds'>,
  contenders: Partial<Record<Name, () => Promise<R>>>,
): Promise<Record<Name, R[]>> {
  const present = Object.entries(contenders) as [Name, () => Promise<R>][]
  const results = Object.fromEntries(present.map(([name]) => [name, [] as R[]])) as Record<Name, R[]>
  for (let turn = 0; turn < warmUps + rounds; turn++) {
    for (const [name, run] of present) {
      const result = await run()
      if (turn >= warmUps) results[name].push(result)
    }
  }
  return results
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Computes a quantile, interpolated between the two nearest values. */
export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

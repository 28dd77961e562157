/** How often, and how long at a time. */
export interface Pace {
  /** Turns that are not counted: what serves for days has long been compiled. */
  warmUps: number
  rounds: number
  secondsARound: number
}

/**
 * Runs each contender's round in turn, A B C A B C: what the machine does to one in a minute it does to all. The first
 * turns warm them up and are not counted. A contender that could not come has no rounds.
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

/** The value under which this part of the values lies, between the two nearest. */
export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** How often, and how long at a time. */
export interface Pace {
  rounds: number
  secondsARound: number
}

/**
 * Runs each contender's round in turn, A B C A B C: what the machine does to one in a minute it does to all. A first turn
 * warms them up and is not counted. A contender that could not come has no rounds.
 */
export async function alternate<Name extends string, R>(
  rounds: number,
  contenders: Partial<Record<Name, () => Promise<R>>>,
): Promise<Record<Name, R[]>> {
  const present = Object.entries(contenders) as [Name, () => Promise<R>][]
  const results = Object.fromEntries(present.map(([name]) => [name, [] as R[]])) as Record<Name, R[]>
  for (let turn = 0; turn <= rounds; turn++) {
    for (const [name, run] of present) {
      const result = await run()
      if (turn > 0) results[name].push(result)
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

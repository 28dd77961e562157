import type { Round } from './load.ts'
import { median, quantile } from './rounds.ts'

/** What a ratio must come to. */
export type Reach = { atLeast: number; stretch?: number } | { atMost: number }

/** One comparison, a line of the table. */
export interface Row {
  path: string
  /** What it was measured beside; undefined when the figure stands alone. */
  beside?: string
  /** What was measured: work per CPU-second, wall, memory… */
  by: string
  /** Medians, with their unit. */
  ours: string
  theirs?: string
  /** Undefined when the figure stands alone: then `figure` is what must reach. */
  ratio?: number
  figure?: number
  /** The same ratio of each round: the middle half of them. */
  spread?: [number, number]
  reach?: Reach
}

export interface Targets {
  cpu?: Reach
  wall?: Reach
}

/** Ours beside theirs by requests per CPU-second and by requests per second, as two rows. */
export function compareLoads(
  path: string,
  beside: string,
  ours: Round[],
  theirs: Round[],
  { cpu, wall }: Targets = {},
): Row[] {
  return [
    {
      ...compare(
        path,
        beside,
        'CPU',
        ours.map(perCpuSecond),
        theirs.map(perCpuSecond),
        (rate) => `${count(rate)}/CPU s`,
      ),
      ...(cpu && { reach: cpu }),
    },
    {
      ...compare(path, beside, 'wall', ours.map(perSecond), theirs.map(perSecond), (rate) => `${count(rate)}/s`),
      ...(wall && { reach: wall }),
    },
  ]
}

/** Ours beside a Fastify that keeps one row before each answer, and that one beside bare Fastify: what is left, and the limit. */
export function compareKeeping(path: string, rounds: Record<'estante' | 'fastify' | 'rows', Round[]>): Row[] {
  const keeping = 'bare Fastify that keeps one row'
  return [
    ...compareLoads(path, keeping, rounds.estante, rounds.rows),
    ...compareLoads(`${path}: ${keeping}`, 'bare Fastify', rounds.rows, rounds.fastify),
  ]
}

/** The figures of the same rounds beside each other: the ratio is the median of the rounds' own ratios. */
export function compare(
  path: string,
  beside: string,
  by: string,
  ours: number[],
  theirs: number[],
  say: (figure: number) => string,
): Row {
  const ratios = ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN))
  return {
    path,
    beside,
    by,
    ours: say(median(ours)),
    theirs: say(median(theirs)),
    ratio: median(ratios),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  }
}

export function perCpuSecond({ requests, cpuSeconds }: Round): number {
  return requests / cpuSeconds
}

function perSecond({ requests, wallSeconds }: Round): number {
  return requests / wallSeconds
}

/** Whether a row reaches what it must; undefined when nothing is asked of it. */
export function isReached({ ratio, figure, reach }: Row): boolean | undefined {
  const value = ratio ?? figure
  if (!reach || value === undefined) return undefined
  return 'atLeast' in reach ? value >= reach.atLeast : value <= reach.atMost
}

export function count(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`
}

import type { Round } from './load.ts'
import { median, quantile } from './rounds.ts'

/** The target of a ratio. */
export type Target = { atLeast: number; stretch?: number } | { atMost: number }

/** A comparison: one row of the table. */
export interface Row {
  path: string
  /** The baseline; undefined for a figure without comparison. */
  beside?: string
  /** The measure: work per CPU-second, wall time, memory, … */
  by: string
  /** Medians, with their unit. */
  ours: string
  theirs?: string
  /** Undefined without a baseline; then the target applies to `figure`. */
  ratio?: number
  figure?: number
  /** Interquartile range of the rounds' ratios. */
  spread?: [number, number]
  target?: Target
}

export interface Targets {
  cpu?: Target
  wall?: Target
}

/** Compares two loads by requests per CPU-second and by requests per second, as two rows. */
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
      ...(cpu && { target: cpu }),
    },
    {
      ...compare(path, beside, 'wall', ours.map(perSecond), theirs.map(perSecond), (rate) => `${count(rate)}/s`),
      ...(wall && { target: wall }),
    },
  ]
}

/**
 * Compares Estante with a Fastify that stores a row before each answer, with one that runs Estante's statements, and
 * with one that has the other duties of an answer, too (the remaining potential); and each with a bare one (the limit).
 */
export function compareDurable(
  path: string,
  rounds: Record<'estante' | 'fastify' | 'rows' | 'statements' | 'duties', Round[]>,
): Row[] {
  const durable = {
    rows: 'bare Fastify that stores one row',
    statements: 'bare Fastify that runs the same statements',
    duties: 'bare Fastify with the same statements, headers and log line',
  }
  return (['rows', 'statements', 'duties'] as const).flatMap((one) => [
    ...compareLoads(path, durable[one], rounds.estante, rounds[one]),
    ...compareLoads(`${path}: ${durable[one]}`, 'bare Fastify', rounds[one], rounds.fastify),
  ])
}

/** Compares figures of the same rounds. The ratio is the median of the rounds' ratios. */
export function compare(
  path: string,
  beside: string,
  by: string,
  ours: number[],
  theirs: number[],
  format: (figure: number) => string,
): Row {
  const ratios = ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN))
  return {
    path,
    beside,
    by,
    ours: format(median(ours)),
    theirs: format(median(theirs)),
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

/** Whether a row reaches its target. Undefined without a target. */
export function isReached({ ratio, figure, target }: Row): boolean | undefined {
  const value = ratio ?? figure
  if (!target || value === undefined) return undefined
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

export function count(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`
}

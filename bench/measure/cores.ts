import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Those this process was allowed when it began. */
const allowed = readAllowedCores()

/** Where the server that is measured runs, and nothing else of the bench. */
export const SERVER_CORE = allowed[0] ?? 0
/** Where the load, the database server and the bench itself run. */
export const LOAD_CORE = allowed[1] ?? 0

/** Keeps this process, and whatever it starts without saying otherwise, off the server's core. */
export function stayOffTheServersCore(): void {
  if (allowed.length < 2) throw new Error('The bench needs two cores: one for the server, one for the load.')
  stayOn([LOAD_CORE])
}

/** Runs `start` on every core: what it starts stays there. */
export async function onEveryCore<T>(start: () => Promise<T>): Promise<T> {
  stayOn(allowed)
  try {
    return await start()
  } finally {
    stayOn([LOAD_CORE])
  }
}

function stayOn(cores: number[]): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores.join(','), String(process.pid)])
}

/** The kernel lists them as `0-1` or `0,2`. */
function readAllowedCores(): number[] {
  const [, list = '0'] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

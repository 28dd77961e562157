import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** CPU affinity at start. */
const allowed = readAllowedCores()

/** Runs only the measured server. */
export const SERVER_CORE = allowed[0] ?? 0
/** Runs the load, the database server and the bench itself. */
export const LOAD_CORE = allowed[1] ?? 0

/** Pins this process and its future children to the load's core. */
export function pinToLoadCore(): void {
  if (allowed.length < 2) throw new Error('The bench needs two cores: one for the server, one for the load.')
  pinTo([LOAD_CORE])
}

/** Runs `start` with affinity to all cores, which its child processes inherit. */
export async function withAllCores<T>(start: () => Promise<T>): Promise<T> {
  pinTo(allowed)
  try {
    return await start()
  } finally {
    pinTo([LOAD_CORE])
  }
}

function pinTo(cores: number[]): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores.join(','), String(process.pid)])
}

/** Parses the kernel's list of cores, such as `0-1` or `0,2`. */
function readAllowedCores(): number[] {
  const [, list = '0'] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

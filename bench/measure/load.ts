import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LOAD_CORE } from './cores.ts'
import type { PinnedProcess } from './pinned-process.ts'
import { countCalls, readCpuSeconds } from './process-figures.ts'

const SCRIPT = fileURLToPath(new URL('requests.lua', import.meta.url))
const CONNECTIONS = 32

/** Measurements of one server in one round. */
export interface Round {
  requests: number
  bytes: number
  /** CPU time of the server. */
  cpuSeconds: number
  wallSeconds: number
  /** Read and write system calls of the server, for files and sockets. */
  reads: number
  writes: number
}

/**
 * Loads a server with the requests of a file, as fast as it answers over 32 connections, and measures its cost. Throws
 * if any request fails: refusals are cheap, and would count as speed. With `once`, each request is sent a single time,
 * and the server idles for the rest of the seconds. The cost of a server `behind` it is added.
 */
export async function load(
  server: Pick<PinnedProcess, 'pid' | 'address'> & { behind?: PinnedProcess },
  requestFile: string,
  { seconds, once = false }: { seconds: number; once?: boolean },
): Promise<Round> {
  const readAll = () => readCpuSeconds(server.pid) + (server.behind ? readCpuSeconds(server.behind.pid) : 0)
  const before = readAll()
  const calls = countCalls(server.pid)
  const wrk = promisify(execFile)(
    'taskset',
    [
      ...['-c', String(LOAD_CORE), 'wrk', '-t', '1', '-c', String(CONNECTIONS), '-d', `${Math.ceil(seconds)}s`],
      ...['--timeout', '10s', '-s', SCRIPT, server.address, '--', requestFile, ...(once ? ['once'] : [])],
    ],
    { timeout: (seconds + 30) * 1000, killSignal: 'SIGKILL' },
  )
  // wrk accepts only whole seconds; on SIGINT it ends and reports.
  if (!Number.isInteger(seconds)) setTimeout(() => wrk.child.kill('SIGINT'), seconds * 1000)
  const { stdout } = await wrk
  const cpuSeconds = readAll() - before
  const { reads, writes } = countCalls(server.pid)
  const result = JSON.parse(/^result (.*)$/m.exec(stdout)?.[1] ?? 'null')
  if (!result || result.requests === 0 || result.refused > 0 || result.broken > 0) {
    throw new Error(`${requestFile}: not every request was answered well\n${stdout}`)
  }
  return {
    requests: result.requests,
    bytes: result.bytes,
    cpuSeconds,
    wallSeconds: result.microseconds / 1e6,
    reads: reads - calls.reads,
    writes: writes - calls.writes,
  }
}

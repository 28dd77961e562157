import { readFileSync, writeFileSync } from 'node:fs'

/** `sysconf(_SC_CLK_TCK)`: 100 on every Linux that Node runs on. */
const TICKS_A_SECOND = 100

/** CPU seconds that a process and its children have used, all their threads, in user and kernel. */
export function readCpuSeconds(pid: number): number {
  return family(pid).reduce((sum, one) => sum + ownCpuSeconds(one), 0)
}

/** Bytes of memory that a process and its children hold now. */
export function readMemory(pid: number): number {
  return family(pid).reduce((sum, one) => sum + readStatus(one, 'VmRSS'), 0)
}

/** The most bytes of memory that a process held since it began, or since `forgetPeakMemory`. */
export function readPeakMemory(pid: number): number {
  return readStatus(pid, 'VmHWM')
}

export function forgetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** How often a process asked the kernel to read or to write, files and sockets alike. */
export function countCalls(pid: number): { reads: number; writes: number } {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1])
  return { reads: count('syscr'), writes: count('syscw') }
}

function ownCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name, which comes second, may hold anything, but is closed by the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

function readStatus(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = '0'] =
    new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.map(Number)]
}

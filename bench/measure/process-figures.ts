import { readFileSync, writeFileSync } from 'node:fs'

/** `sysconf(_SC_CLK_TCK)`: 100 on every Linux that Node runs on. */
const TICKS_A_SECOND = 100

/** CPU seconds used by a process and its children, in all threads, user and kernel. */
export function readCpuSeconds(pid: number): number {
  return family(pid).reduce((sum, one) => sum + ownCpuSeconds(one), 0)
}

/** Resident memory of a process and its children, in bytes. */
export function readMemory(pid: number): number {
  return family(pid).reduce((sum, one) => sum + readStatus(one, 'VmRSS'), 0)
}

/** Peak resident memory of a process since it started, or since `forgetPeakMemory`, in bytes. */
export function readPeakMemory(pid: number): number {
  return readStatus(pid, 'VmHWM')
}

export function forgetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Counts the read and write system calls of a process, for files and sockets. */
export function countCalls(pid: number): { reads: number; writes: number } {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1])
  return { reads: count('syscr'), writes: count('syscw') }
}

function ownCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name, the second field, may contain anything but ends at the last parenthesis.
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

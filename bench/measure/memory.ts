import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { HeapSpaceInfo } from 'node:v8'
import type { PinnedProcess } from './pinned-process.ts'
import { toMarkdown } from './table.ts'

const PATIENCE_MS = 10_000

/** Returns the Node flags for a server that dumps its memory usage on SIGUSR2. */
export function memoryFlags(folder: string): string[] {
  const script = new URL('dump-memory.mjs', import.meta.url)
  script.searchParams.set('folder', folder)
  return [`--import=${script}`]
}

/** Dumps the memory usage of a profiled server into `folder`. Of several dumps with one name the largest stays. */
export async function dumpMemory(folder: string | undefined, { pid }: PinnedProcess, name: string): Promise<void> {
  // Profiling is off.
  if (folder === undefined) return
  const [dump, largest] = [join(folder, `${pid}.dump`), join(folder, `${name}.memory`)]
  rmSync(dump, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let waited = 0; !existsSync(dump); waited += 10) {
    if (waited > PATIENCE_MS) throw new Error('the server did not tell where its memory is')
    await wait(10)
  }
  if (!existsSync(largest) || readDump(largest).status.VmRSS < readDump(dump).status.VmRSS) renameSync(dump, largest)
}

/** Memory usage of a process, in bytes. */
interface ProcessMemory {
  status: Record<'VmRSS' | 'VmHWM' | 'RssAnon' | 'RssFile' | 'RssShmem', number>
  external: number
  spaces: HeapSpaceInfo[]
}

function readDump(file: string): ProcessMemory {
  return JSON.parse(readFileSync(file, 'utf8')) as ProcessMemory
}

/** Renders all dumps as a Markdown table. Undefined if there are none. */
export function describeMemory(folder: string): string | undefined {
  const times = readdirSync(folder)
    .filter((file) => file.endsWith('.memory'))
    .map((file) => ({ name: file.replace('.memory', ''), dump: readDump(join(folder, file)) }))
    .sort((a, b) => a.dump.status.VmRSS - b.dump.status.VmRSS)
  if (times.length === 0) return undefined
  const areas = times.map(({ dump }) => toAreas(dump))
  const [first = [], last = []] = [areas[0], areas.at(-1)]
  const lines = first.map(({ name }, at) => [
    name,
    ...areas.flatMap((all) => [all[at]?.held, all[at]?.used]),
    ...(areas.length > 1 ? [(last[at]?.held ?? 0) - (first[at]?.held ?? 0)] : []),
  ])
  return toMarkdown([
    ['MB of memory', ...times.flatMap(({ name }) => [name, 'in use']), ...(areas.length > 1 ? ['Difference'] : [])],
    ...lines.map((cells) => cells.map((cell = '') => (typeof cell === 'number' ? megabytes(cell) : cell))),
  ])
}

interface Area {
  name: string
  held: number
  /** The used part of the held memory, garbage included, where V8 reports it. */
  used?: number
}

function toAreas({ status, external, spaces }: ProcessMemory): Area[] {
  const heap = SPACES.map(([name, holds]): Area => {
    const ours = spaces.filter(({ space_name }) => holds.test(space_name))
    return {
      name: `V8's heap: ${name}`,
      held: sum(ours.map((space) => space.physical_space_size)),
      used: sum(ours.map((space) => space.space_used_size)),
    }
  })
  const rest = status.RssAnon - external - sum(heap.map(({ held }) => held))
  return [
    ...heap,
    { name: 'Buffers and whatever else V8 knows of outside of its heap', held: external },
    { name: 'What else is the process its own: SQLite, sockets, threads, what `malloc` keeps', held: rest },
    { name: 'Files that are mapped: Node, libraries', held: status.RssFile + status.RssShmem },
    { name: 'All', held: status.VmRSS },
    { name: 'The most there ever was', held: status.VmHWM },
  ]
}

const SPACES: [string, RegExp][] = [
  ['young generation', /^new_/],
  ['old generation', /^(?!new_)(?!.*code)/],
  ['code', /^(?!new_).*code/],
]

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1).padStart(6)
}

import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { HeapSpaceInfo } from 'node:v8'
import type { PinnedProcess } from './pinned-process.ts'
import { toMarkdown } from './table.ts'

const PATIENCE_MS = 10_000

/** What has Node write down where its memory is, whenever it is asked. */
export function memoryFlags(folder: string): string[] {
  const script = new URL('tell-memory.mjs', import.meta.url)
  script.searchParams.set('folder', folder)
  return [`--import=${script}`]
}

/** Writes into `folder` where a profiled server's memory is now; of several times with one name, when it was most. */
export async function keepMemory(folder: string | undefined, { pid }: PinnedProcess, name: string): Promise<void> {
  // Nobody asked.
  if (folder === undefined) return
  const [told, kept] = [join(folder, `${pid}.told`), join(folder, `${name}.memory`)]
  rmSync(told, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let waited = 0; !existsSync(told); waited += 10) {
    if (waited > PATIENCE_MS) throw new Error('the server did not tell where its memory is')
    await wait(10)
  }
  if (!existsSync(kept) || readTold(kept).status.VmRSS < readTold(told).status.VmRSS) renameSync(told, kept)
}

/** What a process told, in bytes. */
interface ProcessMemory {
  status: Record<'VmRSS' | 'VmHWM' | 'RssAnon' | 'RssFile' | 'RssShmem', number>
  external: number
  spaces: HeapSpaceInfo[]
}

function readTold(file: string): ProcessMemory {
  return JSON.parse(readFileSync(file, 'utf8')) as ProcessMemory
}

/** Where the memory was, each time that was kept, as a Markdown table; undefined when nothing was. */
export function describeMemory(folder: string): string | undefined {
  const times = readdirSync(folder)
    .filter((file) => file.endsWith('.memory'))
    .map((file) => ({ name: file.replace('.memory', ''), told: readTold(join(folder, file)) }))
    .sort((a, b) => a.told.status.VmRSS - b.told.status.VmRSS)
  if (times.length === 0) return undefined
  const areas = times.map(({ told }) => toAreas(told))
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
  /** Of what is held, what has something in it, garbage or not: as far as V8 says it. */
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

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMemory, memoryFlags } from './memory.ts'
import { toMarkdown } from './table.ts'

/** Often enough to see what takes a microsecond of each request, seldom enough not to be seen itself. */
const INTERVAL_US = 500
/** Of the time that is not idle; what takes less says nothing. */
const LEAST_SHARE = 0.005
/** As V8 calls it. */
const IDLE = '(idle)'
/** A server that is idle for longer than this is not waiting: it is somebody else's turn. */
const LONGEST_WAIT_US = 100_000
/** What holds the main thread for as long at once is felt by whoever comes meanwhile. */
const LONG_HOLD_US = 5_000

export interface Profiles {
  folder: string
  /** Whether of time as well as of memory. */
  areTimed: boolean
}

/** What has Node write down, when it ends, where its time went, and whenever it is asked, where its memory is. */
export function profilingFlags({ folder, areTimed }: Profiles): string[] {
  mkdirSync(folder, { recursive: true })
  const timed = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_US}`]
  return [...(areTimed ? timed : []), ...memoryFlags(folder)]
}

/** Where the time and the memory of the profiled servers went, as Markdown. */
export function describeProfiles({ folder }: Profiles): string {
  return [describeTime(folder), describeMemory(folder)].filter(Boolean).join('\n\n')
}

/** What the main threads did, as shares of the time; undefined when none was profiled. */
function describeTime(folder: string): string | undefined {
  const stretches = readdirSync(folder)
    .filter(isOfMainThread)
    .flatMap((file) => toStretches(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .filter(({ area, time }) => area !== IDLE || time < LONGEST_WAIT_US)
  if (stretches.length === 0) return undefined
  const times = new Map<string, number>()
  for (const { area, time } of stretches) times.set(area, (times.get(area) ?? 0) + time)
  const idle = times.get(IDLE) ?? 0
  times.delete(IDLE)
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  const shares = [...times]
    .map(([area, time]) => ({ area, share: time / total }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
  const waiting = `Idle ${((100 * idle) / (idle + total)).toFixed(0)} % of the time.`
  const table = toMarkdown([
    ['Share', 'Where'],
    ...shares.map(({ area, share }) => [`${(share * 100).toFixed(1)} %`.padStart(6), area]),
  ])
  return `${waiting}${describeHolds(stretches)}\n\n${table}`
}

function describeHolds(stretches: Stretch[]): string {
  const holds = stretches.filter(({ area, time }) => area === 'SQLite' && time >= LONG_HOLD_US)
  if (holds.length === 0) return ''
  const longest = Math.max(...holds.map(({ time }) => time))
  const seconds = stretches.reduce((sum, { time }) => sum + time, 0) / 1e6
  return ` SQLite held it for ${LONG_HOLD_US / 1000} ms and longer ${holds.length} times in ${seconds.toFixed(0)} seconds, once for ${(longest / 1000).toFixed(0)} ms.`
}

/** `CPU.<day>.<time>.<process>.<thread>.<number>.cpuprofile` */
function isOfMainThread(file: string): boolean {
  return file.split('.').at(-3) === '0'
}

/** As V8 writes it. */
interface CpuProfile {
  nodes: ProfileNode[]
  samples: number[]
  timeDeltas: number[]
}
interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string }
  children?: number[]
}

/** How long, in microseconds, a thread was at one thing. */
interface Stretch {
  area: string
  time: number
}

function toStretches({ nodes, samples, timeDeltas }: CpuProfile): Stretch[] {
  const callers = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
  const areas = new Map(nodes.map((node) => [node.id, areaOf(node, callers)]))
  const stretches: Stretch[] = []
  for (const [index, id] of samples.entries()) {
    const [area, time] = [areas.get(id) ?? '', timeDeltas[index] ?? 0]
    const last = stretches.at(-1)
    if (last?.area === area) last.time += time
    else stretches.push({ area, time })
  }
  return stretches
}

function areaOf(node: ProfileNode, callers: Map<number, ProfileNode>): string {
  const { functionName, url } = node.callFrame
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'the event loop and the kernel'
  if (url !== '') return areaOfFile(url)
  // What has no file is native, or was made on the way: whoever called it.
  const caller = callers.get(node.id)
  return caller && caller.callFrame.functionName !== '(root)' ? areaOf(caller, callers) : functionName
}

function areaOfFile(url: string): string {
  if (/^(node|wasm):/.test(url)) return `Node: ${NODE_AREAS.find(([modules]) => modules.test(url))?.[1] ?? 'the rest'}`
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (dependency) return /fastify|find-my-way|secure-json-parse/.test(dependency) ? 'Fastify' : dependency
  if (url.endsWith('/server/db/sqlite.ts')) return 'SQLite'
  return /\/((?:server|contract|formats)(?:\/[^/.]+)?)[/.]/.exec(url)?.[1] ?? url
}

const NODE_AREAS: [RegExp, string][] = [
  [/^node:internal\/(bootstrap|deps|main|modules|process\/(execution|per_thread)|vm)/, 'start and end of the process'],
  [/^node:(_http|net|internal\/(http|streams|net|stream_base))/, 'HTTP and sockets'],
  [/^node:(internal\/)?fs/, 'files'],
  [/^node:(internal\/)?crypto/, 'cryptography'],
  [/^node:(internal\/)?timers/, 'timers'],
]

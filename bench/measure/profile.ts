import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMemory, memoryFlags } from './memory.ts'
import { toMarkdown } from './table.ts'

/** Sampling interval: short enough to resolve a microsecond of each request, long enough not to distort. */
const INTERVAL_US = 500
/** Smallest share shown, of the time that is not idle. */
const MIN_SHARE = 0.005
/** V8's name for idle time. */
const IDLE = '(idle)'
/** Longer idle spans are pauses between rounds and are excluded. */
const LONGEST_WAIT_US = 100_000
/** Blocking the main thread for longer delays concurrent requests noticeably. */
const LONG_HOLD_US = 5_000

export interface Profiles {
  folder: string
  /** Whether CPU time is profiled in addition to memory. */
  areTimed: boolean
}

/** Returns the Node flags for a server that writes a CPU profile when it ends, and dumps its memory usage on demand. */
export function profilingFlags({ folder, areTimed }: Profiles): string[] {
  mkdirSync(folder, { recursive: true })
  const timed = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_US}`]
  return [...(areTimed ? timed : []), ...memoryFlags(folder)]
}

/** Renders the CPU and memory profiles as Markdown. */
export function describeProfiles({ folder }: Profiles): string {
  return [describeTime(folder), describeMemory(folder)].filter(Boolean).join('\n\n')
}

/** Renders the shares of time on the main threads. Undefined if none was profiled. */
function describeTime(folder: string): string | undefined {
  const spans = readdirSync(folder)
    .filter(isOfMainThread)
    .flatMap((file) => toSpans(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .filter(({ area, time }) => area !== IDLE || time < LONGEST_WAIT_US)
  if (spans.length === 0) return undefined
  const times = new Map<string, number>()
  for (const { area, time } of spans) times.set(area, (times.get(area) ?? 0) + time)
  const idle = times.get(IDLE) ?? 0
  times.delete(IDLE)
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  const shares = [...times]
    .map(([area, time]) => ({ area, share: time / total }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share)
  const waiting = `Idle ${((100 * idle) / (idle + total)).toFixed(0)} % of the time.`
  const table = toMarkdown([
    ['Share', 'Where'],
    ...shares.map(({ area, share }) => [`${(share * 100).toFixed(1)} %`.padStart(6), area]),
  ])
  return `${waiting}${describeHolds(spans)}\n\n${table}`
}

function describeHolds(spans: Span[]): string {
  const holds = spans.filter(({ area, time }) => area === 'SQLite' && time >= LONG_HOLD_US)
  if (holds.length === 0) return ''
  const longest = Math.max(...holds.map(({ time }) => time))
  const seconds = spans.reduce((sum, { time }) => sum + time, 0) / 1e6
  return ` SQLite held it for ${LONG_HOLD_US / 1000} ms and longer ${holds.length} times in ${seconds.toFixed(0)} seconds, once for ${(longest / 1000).toFixed(0)} ms.`
}

/** `CPU.<day>.<time>.<process>.<thread>.<number>.cpuprofile` */
function isOfMainThread(file: string): boolean {
  return file.split('.').at(-3) === '0'
}

/** V8's format. */
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

/** Time that a thread spent continuously in one area, in microseconds. */
interface Span {
  area: string
  time: number
}

function toSpans({ nodes, samples, timeDeltas }: CpuProfile): Span[] {
  const callers = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
  const areas = new Map(nodes.map((node) => [node.id, areaOf(node, callers)]))
  const spans: Span[] = []
  for (const [index, id] of samples.entries()) {
    const [area, time] = [areas.get(id) ?? '', timeDeltas[index] ?? 0]
    const last = spans.at(-1)
    if (last?.area === area) last.time += time
    else spans.push({ area, time })
  }
  return spans
}

function areaOf(node: ProfileNode, callers: Map<number, ProfileNode>): string {
  const { functionName, url } = node.callFrame
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'the event loop and the kernel'
  if (url !== '') return areaOfFile(url)
  // Frames without a file are native or generated: attribute them to their caller.
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

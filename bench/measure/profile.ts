import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toMarkdown } from './table.ts'

/** Often enough to see what takes a microsecond of each request, seldom enough not to be seen itself. */
const INTERVAL_US = 500
/** Of the time that is not idle; what takes less says nothing. */
const LEAST_SHARE = 0.005

/** What has Node write down, when it ends, where its time went. */
export function profilingFlags(folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_US}`]
}

/** Where the main threads of the profiled servers spent their time, as a Markdown table of shares. */
export function describeProfiles(folder: string): string {
  const times = new Map<string, number>()
  for (const file of readdirSync(folder).filter(isOfMainThread))
    addTimes(times, JSON.parse(readFileSync(join(folder, file), 'utf8')))
  times.delete('(idle)')
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  const shares = [...times]
    .map(([area, time]) => ({ area, share: time / total }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
  return toMarkdown([
    ['Share', 'Where'],
    ...shares.map(({ area, share }) => [`${(share * 100).toFixed(1)} %`.padStart(6), area]),
  ])
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

function addTimes(times: Map<string, number>, { nodes, samples, timeDeltas }: CpuProfile): void {
  const callers = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
  const areas = new Map(nodes.map((node) => [node.id, areaOf(node, callers)]))
  for (const [index, id] of samples.entries()) {
    const area = areas.get(id) ?? ''
    times.set(area, (times.get(area) ?? 0) + (timeDeltas[index] ?? 0))
  }
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
  [/^node:(_http|net|internal\/(http|streams|net|stream_base))/, 'HTTP and sockets'],
  [/^node:(internal\/)?fs/, 'files'],
  [/^node:(internal\/)?crypto/, 'cryptography'],
  [/^node:(internal\/)?timers/, 'timers'],
]

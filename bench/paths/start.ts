import { setTimeout as wait } from 'node:timers/promises'
import { compare, mebibytes } from '../measure/compare.ts'
import type { PinnedProcess } from '../measure/pinned-process.ts'
import { readCpuSeconds, readMemory } from '../measure/process-figures.ts'
import { sendRequest } from '../measure/request.ts'
import { alternate } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { startEstante, startLeastFastify } from '../servers.ts'

const SETTLE_MS = 1_000

/** Start on existing data, and memory when idle. */
export const start: Path = async (run) => {
  const instance = await run.instance(run.sizes.usual)
  const rounds = await alternate(
    { ...run.pace, warmUps: 1 },
    {
      estante: () => measureStart(() => startEstante(run, instance)),
      fastify: () => measureStart(() => startLeastFastify(run)),
    },
  )

  const [path, beside] = ['Process start to /readyz', 'bare Fastify with one route']
  const { estante, fastify } = rounds
  const [ready, cpu, idle] = (['readyMs', 'readyCpuMs', 'idleBytes'] as const).map((figure) => ({
    ours: estante.map((one) => one[figure]),
    theirs: fastify.map((one) => one[figure]),
  })) as [Pair, Pair, Pair]
  return [
    { ...compare(path, beside, 'wall', ready.ours, ready.theirs, milliseconds), target: { atMost: 2.5 } },
    compare(path, beside, 'CPU', cpu.ours, cpu.theirs, milliseconds),
    { ...compare('Idle', beside, 'memory', idle.ours, idle.theirs, mebibytes), target: { atMost: 1.6 } },
  ]
}

interface Pair {
  ours: number[]
  theirs: number[]
}

async function measureStart(begin: () => Promise<PinnedProcess>) {
  const startedAt = performance.now()
  await using server = await begin()
  await sendRequest(server.address, { method: 'GET', path: '/readyz' })
  const readyMs = performance.now() - startedAt
  const readyCpuMs = readCpuSeconds(server.pid) * 1000
  await wait(SETTLE_MS)
  return { readyMs, readyCpuMs, idleBytes: readMemory(server.pid) }
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(0)} ms`
}

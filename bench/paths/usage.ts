import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getUsage } from '@estante/contract/partner/usage.ts'
import { compare, count, mebibytes, type Row } from '../measure/compare.ts'
import { SERVER_CORE } from '../measure/cores.ts'
import { sendAtRate } from '../measure/open-loop.ts'
import type { PinnedProcess } from '../measure/pinned-process.ts'
import { forgetPeakMemory, readCpuSeconds, readMemory, readPeakMemory } from '../measure/process-figures.ts'
import { roundRobin, toWire } from '../measure/requests.ts'
import { alternate, quantile } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { type Instance, reportedMonths } from '../seed.ts'
import { startEstante } from '../servers.ts'
import { sessionRequests } from './sessions.ts'

const SCRIPT = fileURLToPath(new URL('../ceilings/report.ts', import.meta.url))
const SETTLE_MS = 2_000
const PER_SECOND = 200

/** Usage report of a month for a partner with a million active members: its cost, and its effect on other calls. */
export const usage: Path = async (run) => {
  const instance = await run.instance(run.sizes.large)
  const [openMonth, closedMonth] = reportedMonths()
  const report = `Usage report of ${count(instance.members)} members`
  const rows: Row[] = []

  {
    await using estante = await startEstante(run, instance)
    await wait(SETTLE_MS)
    const idle = readMemory(estante.pid)
    forgetPeakMemory(estante.pid)
    await readReport(estante, instance, openMonth)
    const over = readPeakMemory(estante.pid) - idle
    rows.push({
      path: report,
      by: 'memory over idle',
      ours: mebibytes(over),
      figure: Math.round(over / 2 ** 20),
      target: { atMost: 100 },
    })
  }

  await using estante = await startEstante(run, instance)
  const rounds = await alternate(
    { ...run.pace, warmUps: 1 },
    {
      open: () => readReport(estante, instance, openMonth),
      script: () => runScript(instance, openMonth),
      closed: () => readReport(estante, instance, closedMonth),
    },
  )
  for (const by of ['cpuSeconds', 'wallSeconds'] as const) {
    const [open, script, closed] = [rounds.open, rounds.script, rounds.closed].map((all) => all.map((one) => one[by]))
    const [beside, name] = ['rows and JSON.stringify in a script', by === 'cpuSeconds' ? 'CPU' : 'wall']
    rows.push(
      { ...compare(report, beside, name, open ?? [], script ?? [], seconds), target: { atMost: 0.6 } },
      {
        ...compare(`${report}: a closed month again`, beside, name, closed ?? [], script ?? [], seconds),
        target: { atMost: 0.1 },
      },
    )
  }

  const next = roundRobin(sessionRequests(instance).map(toWire))
  const pace = { perSecond: PER_SECOND, seconds: run.pace.secondsARound * 2 }
  const waits = await alternate(
    { warmUps: 1, rounds: Math.ceil(run.pace.rounds / 2) },
    {
      meanwhile: async () => {
        const reading = readRepeatedly(estante, instance, openMonth)
        try {
          return quantile(await sendAtRate(estante.address, next, pace), 0.99)
        } finally {
          await reading.stop()
        }
      },
      alone: async () => quantile(await sendAtRate(estante.address, next, pace), 0.99),
    },
  )
  rows.push({
    ...compare(
      `POST /partner/v1/sessions, ${PER_SECOND} a second, during the report`,
      'itself without the report',
      'p99',
      waits.meanwhile,
      waits.alone,
      (ms) => `${ms.toFixed(1)} ms`,
    ),
    target: { atMost: 3 },
  })
  return rows
}

interface Cost {
  cpuSeconds: number
  wallSeconds: number
}

/** Reads a whole report as fast as it arrives, without parsing it. */
async function readReport(
  { address, pid }: PinnedProcess,
  { authorization }: Instance,
  month: string,
  signal = AbortSignal.timeout(120_000),
): Promise<Cost> {
  const cpuBefore = readCpuSeconds(pid)
  const startedAt = performance.now()
  const headers = { Authorization: authorization, 'Accept-Encoding': 'gzip' }
  const asking = request(`${address}${getUsage.path}?month=${month}`, { headers, agent: false, signal }).end()
  const [response] = await once(asking, 'response')
  if (response.statusCode !== 200) throw new Error(`The report was answered ${response.statusCode}`)
  await once(response.resume(), 'end', { signal })
  return { cpuSeconds: readCpuSeconds(pid) - cpuBefore, wallSeconds: (performance.now() - startedAt) / 1000 }
}

/** Reads reports repeatedly until stopped. */
function readRepeatedly(estante: PinnedProcess, instance: Instance, month: string) {
  const stopping = new AbortController()
  const reading = read()
  // Errors are rethrown by `stop`.
  reading.catch(() => {})
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await reading
    },
  }

  async function read(): Promise<void> {
    while (!stopping.signal.aborted) {
      await readReport(estante, instance, month, stopping.signal).catch((error) => {
        if (!stopping.signal.aborted) throw error
      })
    }
  }
}

/** Runs the script on the server's core. */
async function runScript({ dataDir, tenancy }: Instance, month: string): Promise<Cost> {
  const args = [SCRIPT, join(dataDir, 'estante.db'), String(tenancy.partnerId), month]
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(SERVER_CORE), process.execPath, ...args], {
    timeout: 120_000,
  })
  return JSON.parse(stdout) as Cost
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`
}

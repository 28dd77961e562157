import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { partnerCommands } from '@estante/server/test/partner-model/commands.ts'
import { type Answer, readDescription } from '@estante/server/test/partner-model/description.ts'
import { emptyModel, type Request, type Subject, type Tenancy } from '@estante/server/test/partner-model/model.ts'
import fc from 'fast-check'
import { createPartner, toCredential } from '../people.ts'
import { estante, startService } from '../service.ts'

/** Concurrent sequences of calls, each with two partners of its own, which must see no data of the others. */
const LANES = 3
const COMMANDS = 200

interface Plan {
  /** Folder for all files. */
  folder: string
  /** A title to import into the catalog. */
  book: string
  calls: number
  seed: number
  limitMs: number
}

/**
 * Makes the planned number of calls, or as many as fit the time. `failure` is fast-check's report of the first
 * mismatch.
 */
export async function runFuzz({ folder, book, calls, seed, limitMs }: Plan) {
  const settings = { DATA_DIR: join(folder, 'data') }
  const until = performance.now() + limitMs
  const seen = new Map<string, number>()
  let callCount = 0
  let slowest = 0
  let failure: string | undefined
  await mkdir(settings.DATA_DIR)
  await estante(settings, 'catalog', 'import', book)
  const service = await startService(settings)
  const agent = new Agent({ keepAlive: true, maxSockets: LANES })
  try {
    const tenancies = await addTenancies()
    const description = await readDescription()
    const commands = await Promise.all(tenancies.map(partnerCommands))
    let run = 0
    const isOver = () => failure !== undefined || callCount >= calls || performance.now() > until
    await Promise.all(tenancies.map((own, lane) => runLane(own, lane)))

    async function runLane(own: Tenancy[], lane: number) {
      // Identifiers of the other lanes must occur in no answer.
      const others = tenancies.filter((one) => one !== own).flat()
      for (let round = 0; !isOver(); round++) {
        const property = fc.asyncProperty(
          fc.commands(commands[lane]!, { maxCommands: COMMANDS, size: 'max' }),
          (sequence) => {
            const real: Subject = {
              tenancies: own,
              others,
              description,
              seen,
              prefix: `r${run++}-`,
              call,
              now: Date.now,
            }
            return fc.asyncModelRun(() => ({ model: emptyModel(real), real }), sequence)
          },
        )
        const details = await fc.check(property, { seed: seed + lane + LANES * round, numRuns: 1 })
        if (details.failed) failure ??= fc.defaultReportMessage(details)
      }
    }

    async function call({ method, path, headers, body }: Request): Promise<Answer> {
      const since = performance.now()
      const answer = await send(service.address, agent, { method, path, headers, ...(body !== undefined && { body }) })
      callCount += 1
      slowest = Math.max(slowest, performance.now() - since)
      return answer
    }
  } finally {
    agent.destroy()
    await service.stop()
  }
  return { callCount, seen, slowest, failure }

  async function addTenancies(): Promise<Tenancy[][]> {
    const lanes: Tenancy[][] = []
    for (let lane = 0; lane < LANES; lane++) {
      const own: Tenancy[] = []
      for (const slug of [`a${lane}`, `b${lane}`]) {
        await createPartner(settings, slug)
        for (const environment of ['production', 'sandbox'] as const) {
          const { authorization } = toCredential(
            await estante(
              settings,
              ...['credential', 'create', '--partner', slug, '--environment', environment],
              ...['--name', 'Backend', '--rate-limit', '9999999'],
            ),
          )
          own.push({ mark: `marca-${slug}-${environment}-`, environment, authorization })
        }
      }
      lanes.push(own)
    }
    return lanes
  }
}

async function send(address: string, agent: Agent, { method, path, headers, body }: Request): Promise<Answer> {
  const options = {
    agent,
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    timeout: 60_000,
  }
  const outgoing = request(`${address}${path}`, options)
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)))
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const { statusCode = 0, headers: answered } = response
  return { status: statusCode, headers: answered as Answer['headers'], text: await text(response) }
}

import { it } from 'node:test'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { createApp } from './app.ts'
import { closeContext, openContext } from './context.ts'
import { environmentOf } from './environment.ts'
import { partnerCommands } from './test/partner-model/commands.ts'
import { readDescription } from './test/partner-model/description.ts'
import { emptyModel, type Subject, type Tenancy } from './test/partner-model/model.ts'
import { addPublication } from './test/publications.ts'
import { addCredential, addPartner, TEST_START, testContext } from './test/test-app.ts'
import { ON_PG, testsOn } from './test/test-database.ts'

/** `npm run fuzz` makes many more calls. */
const RUNS = 6
const COMMANDS = 150

/** Before November in São Paulo: the month ends in some sequences. */
const EVENING = Date.parse('2026-11-01T02:50:00Z')

it(
  'The Partner API follows its description and a model of its members, for any sequence of calls',
  ON_PG,
  async (test) => {
    const { context, clock, closeFirst } = await testContext()
    const others = testsOn === 'postgresql' ? [await openContext(context.config, { clock })] : []
    const nodes = [context, ...others].map((each) => createApp(each))
    closeFirst.push(...nodes.map((node) => () => node.close()), ...others.map((each) => () => closeContext(each)))
    clock.advance(EVENING - TEST_START)
    for (const title of ['Um', 'Dois', 'Três']) await addPublication(context, { type: 'ebook', title })
    const audiobook = await addPublication(context, { type: 'audiobook', title: 'Quatro' })
    const tenancies: Tenancy[] = []
    for (const partner of [await addPartner(context), await addPartner(context)]) {
      for (const environment of ['production', 'sandbox'] as const) {
        const { authorization } = await addCredential(context, partner.id, environmentOf(environment), 10_000_000)
        tenancies.push({ mark: `marca-${tenancies.length}-`, environment, authorization })
      }
    }
    const description = await readDescription()
    const seen = new Map<string, number>()
    let run = 0
    let calls = 0
    const subject = (prefix: string): Subject => ({
      tenancies,
      description,
      seen,
      prefix,
      now: clock.now,
      held: { advance: clock.advance, audiobook },
      async call({ method, path, headers, body }) {
        const answer = await nodes[calls++ % nodes.length]!.inject({
          method: method as InjectOptions['method'],
          url: path,
          headers,
          ...(body !== undefined && { payload: body }),
        })
        return { status: answer.statusCode, headers: answer.headers as Record<string, string>, text: answer.body }
      },
    })
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
    test.diagnostic(`FUZZ_SEED=${seed}`)
    const commands = await partnerCommands(tenancies)

    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: COMMANDS, size: 'max' }), async (sequence) => {
        const real = subject(`r${run++}-`)
        await fc.asyncModelRun(() => ({ model: emptyModel(real), real }), sequence)
      }),
      { seed, numRuns: RUNS },
    )
    test.diagnostic([...seen].map(([answer, count]) => `${answer}: ${count}`).join(', '))
  },
)

import { it } from 'node:test'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { environmentOf } from './environment.ts'
import { partnerCommands } from './test/partner-model/commands.ts'
import { readDescription } from './test/partner-model/description.ts'
import { emptyModel, type Subject, type Tenancy } from './test/partner-model/model.ts'
import { addPublication } from './test/publications.ts'
import { addCredential, addPartner, testApp } from './test/test-app.ts'

/** `npm run fuzz` makes many more calls. */
const RUNS = 6
const COMMANDS = 150

it('The Partner API follows its description and a model of its members, for any sequence of calls', async (test) => {
  const { app, context } = await testApp()
  for (const title of ['Um', 'Dois', 'Três']) await addPublication(context, { type: 'ebook', title })
  const tenancies: Tenancy[] = []
  for (const partner of [await addPartner(context), await addPartner(context)]) {
    for (const environment of ['production', 'sandbox'] as const) {
      const { authorization } = await addCredential(context, partner.id, environmentOf(environment), 10_000_000)
      tenancies.push({ mark: `marca-${tenancies.length}-`, environment, authorization })
    }
  }
  const describes = await readDescription()
  const seen = new Map<string, number>()
  let run = 0
  const subject = (prefix: string): Subject => ({
    tenancies,
    describes,
    seen,
    prefix,
    async call({ method, path, headers, body }) {
      const answer = await app.inject({
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
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addPartner, testContext } from '../test/test-app.ts'
import { toLoggedError } from './redact.ts'

it('A log line says what failed in the database, and nothing of the rows', async () => {
  const { context } = await testContext()
  const { id, slug } = await addPartner(context)
  const repeat = context.db.write((tx) =>
    tx.insertInto('partner').values({ id, slug, name: 'segredo', created_at: 0 }).execute(),
  )
  const error: Error = await repeat.catch((error) => error)

  const line = JSON.stringify(toLoggedError(error))

  assert.match(line, /unique/i)
  assert.doesNotMatch(line, new RegExp(`segredo|${id}|${slug}`))
})

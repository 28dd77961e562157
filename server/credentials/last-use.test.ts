import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from '../db/database.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { createLastUse } from './last-use.ts'

describe('the last use of a credential', () => {
  it('is written on close, with its calls, although a write in progress fails', ON_PG, async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] })
    const { context, clock } = await testContext()
    const { credentialId } = await addPartner(context)
    const begun = Promise.withResolvers<void>()
    const failure = Promise.withResolvers<never>()
    let writes = 0
    const failingOnce: Database = {
      ...context.db,
      write(chunk) {
        if (++writes > 1) return context.db.write(chunk)
        begun.resolve()
        return failure.promise
      },
    }
    const lastUse = createLastUse(failingOnce, context.config.timeZone, context.log)
    lastUse.record(credentialId, clock.now(), 'GET /partner/v1/catalog')
    test.mock.timers.tick(2000)
    await begun.promise

    const closed = lastUse.close()
    failure.reject(new Error('the disk is full'))
    await closed

    const { last_used_at } = await context.db.read.selectFrom('credential').selectAll().executeTakeFirstOrThrow()
    const { calls } = await context.db.read.selectFrom('credential_day').select('calls').executeTakeFirstOrThrow()
    assert.deepEqual([last_used_at, calls], [clock.now(), 1])
  })
})

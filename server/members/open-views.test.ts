import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addPartner, testContext } from '../test/test-app.ts'
import { insertMember } from './member.ts'
import { createOpenViews } from './open-views.ts'

describe('an open view', () => {
  it('ends although the revocation was made while this node could not reach the database for a minute', async () => {
    const { context, clock, closeFirst } = await testContext()
    const { id: partnerId } = await addPartner(context)
    const tenancy = { partnerId, environment: 'production' } as const
    const member = await context.db.write((tx) => insertMember(tx, clock.now(), tenancy, { externalUserId: 'u1' }))
    const openViews = createOpenViews(context)
    closeFirst.push(async () => openViews.close())
    const ended = new Promise((resolve) => openViews.register({ partnerId, memberId: member?.id ?? '' }, resolve))

    // By another node, without an announcement that came through; a minute later this one looks again.
    await context.db.write((tx) => tx.updateTable('member').set({ revoked_at: clock.now() }).execute())
    clock.advance(60_000)

    assert.equal(await ended, 'revoked')
  })
})

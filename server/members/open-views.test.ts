import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PRODUCTION } from '../environment.ts'
import { eventually } from '../test/eventually.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { insertMember } from './member.ts'
import { endMemberSession } from './member-session.ts'
import { createOpenViews } from './open-views.ts'

describe('an open view', ON_PG, () => {
  it('ends for a revocation, or the end of its credential, while this node could not reach the database for a minute', async () => {
    const { context, clock, closeFirst } = await testContext()
    const { id: partnerId, credentialId } = await addPartner(context)
    const tenancy = { partnerId, environment: PRODUCTION } as const
    const member = await context.db.write((tx) => insertMember(tx, clock.now(), tenancy, 'u1', {}))
    const openViews = createOpenViews(context)
    closeFirst.push(async () => openViews.close())
    const ended = [
      { partnerId, memberId: member!.id, memberSessionId: 's1', credentialId: null },
      { partnerId, memberId: 0, memberSessionId: 's2', credentialId },
    ].map((view) => new Promise((resolve) => openViews.register(view, resolve)))

    // By another node, and its notifications were lost; a minute later this node polls again.
    await context.db.write(async (tx) => {
      await tx.updateTable('member').set({ revoked_at: clock.now() }).execute()
      await tx.updateTable('credential').set({ views_ended_at: clock.now() }).execute()
    })
    clock.advance(60_000)

    assert.deepEqual(await Promise.all(ended), ['revoked', 'revoked'])
  })

  it('ends when another node announces the end of its session', async (test) => {
    const { context, clock, closeFirst } = await testContext()
    if (context.db.kind !== 'postgresql') return test.skip('the embedded database announces nothing')
    const openViews = createOpenViews(context)
    closeFirst.push(async () => openViews.close())
    let reason: string | undefined
    openViews.register({ partnerId: 1, memberId: 1, memberSessionId: 's1', credentialId: null }, (ended) => {
      reason = ended
    })

    // Without a row, only the notification ends the view. Repeated until this node listens for it.
    await eventually(async () => {
      await context.db.write((tx) => endMemberSession(tx, clock.now(), 's1'))
      return reason !== undefined
    })

    assert.equal(reason, 'revoked')
  })

  it('ends once, with all that is open for its member or partner, unless it has closed', async () => {
    const { context, closeFirst } = await testContext()
    const openViews = createOpenViews(context)
    closeFirst.push(async () => openViews.close())
    const ended: string[] = []
    const open = (partnerId: number, memberId: number, name: string, memberSessionId = 's1') =>
      openViews.register({ partnerId, memberId, memberSessionId, credentialId: null }, (reason) =>
        ended.push(`${name} ${reason}`),
      )
    open(1, 1, 'stream')
    open(1, 1, 'sound')
    const close = open(1, 1, 'chapter')
    open(1, 2, 'neighbour')
    open(2, 3, 'stranger')
    close()

    openViews.endMember(1)
    openViews.endPartner(1)
    openViews.endPartner(1)
    openViews.close()

    assert.deepEqual(ended.slice(0, 2).sort(), ['sound revoked', 'stream revoked'])
    assert.deepEqual(ended.slice(2), ['neighbour revoked', 'stranger closing'])
  })
})

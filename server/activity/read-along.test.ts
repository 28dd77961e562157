import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

it(
  'A minute that is read and heard at once counts once: as reading in an e-book with its voice, as listening beside an audiobook',
  ON_PG,
  async () => {
    const { app, context, clock, partner, get } = await testApp()
    const ebook = await addPublication(context, { type: 'ebook', title: 'O rio', chapters: 5 })
    const audiobook = await addPublication(context, { type: 'audiobook', title: 'O rio', durationMs: 600_000 })
    const totalsOf = async (externalUserId: string, publicationIds: string[]) => {
      const page = await openPage(app, partner.authorization, externalUserId)
      const leases = publicationIds.map((publicationId) => ({ publicationId, leaseId: randomUUID() }))
      for (let sequence = 1; sequence <= 5; sequence++) {
        for (const { publicationId, leaseId } of leases) {
          const activeMs = (sequence - 1) * 15_000
          const chapter = publicationId === ebook ? { chapter: 0 } : {}
          await page.post('/play/v1/activity', { leaseId, publicationId, sequence, activeMs, idleMs: 0, ...chapter })
        }
        clock.advance(15_000)
      }
      const { users } = (await get('/partner/v1/usage?month=2026-11')).json() as UsageReport
      const { listeningSeconds, titlesStarted } = users.find((user) => user.externalUserId === externalUserId)!
      return { listeningSeconds, titlesStarted }
    }

    const alone = await totalsOf('le-junto', [ebook])
    const together = await totalsOf('le-e-ouve', [ebook, audiobook])

    assert.deepEqual(alone, { listeningSeconds: 0, titlesStarted: 1 })
    assert.deepEqual(together, { listeningSeconds: 60, titlesStarted: 2 })
    const { totals } = (await get('/partner/v1/usage?month=2026-11')).json() as UsageReport
    assert.deepEqual(totals, { activeUsers: 2, titlesStarted: 3, listeningSeconds: 60, readingChapters: 2 })
  },
)

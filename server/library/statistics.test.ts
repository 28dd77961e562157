import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Statistics } from '@estante/contract/play/statistics.ts'
import { moveTo, openPage, spendTime } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describe("A member's statistics", () => {
  it('are the whole seconds, as in the partner’s report, of each of the last seven days in the service’s time zone, and of all time', async () => {
    const { spend, read, clock } = await testStatistics()
    await spend('audiobook', 30_000)
    clock.advance(8 * DAY_MS)
    await spend('audiobook', 20_700)
    clock.advance(DAY_MS)
    await spend('ebook', 40_700)

    const { days, timeZone, ...totals } = await read()

    assert.equal(timeZone, 'horário de Brasília')
    assert.deepEqual(
      days.map(({ day }) => day),
      ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`),
    )
    assert.deepEqual(
      days.map(({ listeningSeconds, readingSeconds }) => [listeningSeconds, readingSeconds]),
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [20, 0],
        [0, 40],
      ],
    )
    assert.deepEqual(totals, { listeningSeconds: 50, readingSeconds: 40, finishedAudiobooks: 0, finishedEbooks: 0 })
  })

  it('count minutes of listening and reading at once only as listening in the days', async () => {
    const { titles, clock, read, open } = await testStatistics()
    const { post } = await open()
    const leases = [
      { leaseId: randomUUID(), publicationId: titles.audiobook, idleMs: 0 },
      { leaseId: randomUUID(), publicationId: titles.ebook, idleMs: 0, chapter: 0 },
    ]
    clock.advance(MINUTE_MS - (clock.now() % MINUTE_MS))
    for (const lease of leases) await post('/play/v1/activity', { ...lease, sequence: 1, activeMs: 0 })
    clock.advance(3 * MINUTE_MS)
    for (const lease of leases) await post('/play/v1/activity', { ...lease, sequence: 2, activeMs: 3 * MINUTE_MS })

    const { days, listeningSeconds, readingSeconds } = await read()

    const { day: _, ...today } = days.at(-1)!
    assert.deepEqual(today, { listeningSeconds: 180, readingSeconds: 0 })
    assert.deepEqual([listeningSeconds, readingSeconds], [180, 180])
  })

  it('count finished titles by form', async () => {
    const { spend, read } = await testStatistics()
    await spend('ebook', 10_000, 1)

    const { finishedAudiobooks, finishedEbooks } = await read()

    assert.deepEqual([finishedAudiobooks, finishedEbooks], [0, 1])
  })

  it('belong to one member', ON_PG, async () => {
    const { spend, app, partner } = await testStatistics()
    await spend('audiobook', 30_000)
    const other = await openPage(app, partner.authorization, 'u2')

    const { days, timeZone: _, ...totals }: Statistics = (await other.get('/play/v1/statistics')).json()

    assert.ok(days.every(({ listeningSeconds, readingSeconds }) => listeningSeconds + readingSeconds === 0))
    assert.deepEqual(totals, { listeningSeconds: 0, readingSeconds: 0, finishedAudiobooks: 0, finishedEbooks: 0 })
  })
})

async function testStatistics() {
  const { app, context, clock, partner } = await testApp()
  const titles = {
    audiobook: await addPublication(context, { type: 'audiobook', title: 'Som' }),
    ebook: await addPublication(context, { type: 'ebook', title: 'Texto' }),
  }

  const open = () => openPage(app, partner.authorization)

  /** Reads or listens for some time, in a page of its own. */
  async function spend(type: 'audiobook' | 'ebook', ms: number, totalProgression = 0.5) {
    const page = await open()
    const locator = { href: 'c1.xhtml', locations: { progression: 0.5, totalProgression } }
    await spendTime(page, clock, titles[type], ms, type === 'ebook' ? { chapter: 0, movement: moveTo(locator) } : {})
  }

  async function read(): Promise<Statistics> {
    const page = await open()
    return (await page.get('/play/v1/statistics')).json()
  }

  return { app, clock, partner, titles, open, spend, read }
}

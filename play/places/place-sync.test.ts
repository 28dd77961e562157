import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { CurrentPlace } from '@estante/contract/play/places.ts'
import { createPlaceSync, type PlaceDependencies, type UnsentPlace } from './place-sync.ts'

describe('the place of a title', () => {
  it('is the server’s when the title is opened and displayed, and is not reported', () => {
    const { sync } = page()

    const begins = sync.opened(place(100, 4, OTHER))
    sync.setDisplayed(at(101))

    assert.deepEqual(
      [begins?.locations.time, sync.toReport().movement, sync.question.value],
      [100, undefined, undefined],
    )
  })

  it('is reported once it moved, with the revision that the member knew, until the server has it', () => {
    const { sync } = page()
    sync.opened(place(100, 4, OTHER))

    sync.moved(at(130))
    const reported = sync.toReport()
    const again = sync.toReport()
    reported.onAnswer?.(answer(place(130, 5, MINE)))

    assert.deepEqual(
      [reported.movement?.locator, reported.movement?.basedOn, reported.movement?.viewId],
      [at(130), 4, MINE],
    )
    assert.deepEqual(again.movement, reported.movement)
    assert.equal(sync.toReport().movement?.locator, undefined)
  })

  it('is reported again when it moved during the request', () => {
    const { sync } = page()
    sync.opened(null)
    sync.moved(at(10))
    const reported = sync.toReport()

    sync.moved(at(20))
    reported.onAnswer?.(answer(place(10, 1, MINE)))

    assert.deepEqual([sync.toReport().movement?.locator, sync.toReport().movement?.step], [at(20), 2])
  })

  it('reports the start of a jump only once', () => {
    const { sync } = page()
    sync.opened(place(10, 1, MINE))

    sync.moved(at(500), at(10))
    const jump = sync.toReport()
    sync.moved(at(510))
    jump.onAnswer?.(answer(place(500, 2, MINE)))

    assert.deepEqual([jump.movement?.from, sync.toReport().movement?.from], [at(10), undefined])
  })
})

describe('a place that another device moved', () => {
  it('raises the question when the page is shown again, without moving', async () => {
    const { sync, server } = page()
    sync.opened(place(100, 4, OTHER))
    server.current = place(2000, 9, OTHER)

    await sync.refresh()

    assert.equal(sync.question.value?.locator.locations.time, 2000)
    assert.equal(sync.isUnsent(), false)
  })

  it('raises the question once the service notifies of it, after a single request', async () => {
    const { sync, server } = page()
    sync.opened(place(100, 4, OTHER))
    server.current = place(2000, 9, OTHER)

    sync.onMoved({ publicationId: 'pub_1', revision: 9, viewId: OTHER })
    sync.onMoved({ publicationId: 'pub_1', revision: 9, viewId: OTHER })
    sync.onMoved({ publicationId: 'pub_1', revision: 10, viewId: MINE })
    await Promise.resolve()

    assert.equal(sync.question.value?.locator.locations.time, 2000)
    assert.equal(server.reads, 1)
  })

  it('raises the question when it moved while the title was being opened', async () => {
    const { sync, server } = page()
    server.current = place(2000, 9, OTHER)

    sync.onMoved({ publicationId: 'pub_1', revision: 9, viewId: OTHER })
    const begins = sync.opened(place(100, 4, OTHER))
    await Promise.resolve()

    assert.deepEqual([begins, sync.question.value?.revision], [at(100), 9])
  })

  it('is followed by the question until the other device rests there, so that going there leads where it says', async () => {
    const { sync, server, runLater } = page()
    sync.opened(place(100, 4, OTHER))
    sync.receive(place(2000, 9, OTHER))

    const asked = []
    for (const current of [place(2015, 10, OTHER), place(2030, 11, OTHER), place(2030, 11, OTHER)]) {
      server.current = current
      await runLater()
      asked.push(sync.question.value?.locator.locations.time)
    }
    await runLater()

    assert.deepEqual(asked, [2015, 2030, 2030])
    assert.equal(server.reads, 3)
    assert.equal((await sync.go())?.locations.time, 2030)
  })

  it('is not requested for the question while the page is hidden', async () => {
    const { sync, server, runLater } = page({ isHidden: true })
    sync.opened(place(100, 4, OTHER))
    sync.receive(place(2000, 9, OTHER))

    await runLater()

    assert.deepEqual([server.reads, sync.question.value?.revision], [0, 9])
  })

  it('raises the question when the server refused to overwrite it', () => {
    const { sync } = page()
    sync.opened(place(0, 0, OTHER))
    sync.moved(at(4))

    sync.toReport().onAnswer?.(answer(place(126, 3, OTHER)))

    assert.equal(sync.question.value?.locator.locations.time, 126)
    assert.equal(sync.toReport().movement?.basedOn, 0)
  })

  it('opens at its latest version, without being reported', async () => {
    const { sync, server } = page()
    sync.opened(place(100, 4, OTHER))
    sync.receive(place(2000, 9, OTHER))
    sync.moved(at(130))
    server.current = place(2300, 12, OTHER)

    const there = await sync.go()
    sync.arrived()

    assert.deepEqual([there?.locations.time, sync.isUnsent(), sync.question.value], [2300, false, undefined])
    sync.moved(at(2310))
    assert.equal(sync.toReport().movement?.basedOn, 12)
  })

  it('is asked about again, and not overwritten, when it was not displayed before the member moved on', async () => {
    const { sync } = page()
    sync.opened(place(100, 4, OTHER))
    sync.receive(place(2000, 9, OTHER))

    await sync.go()
    sync.receive(place(2000, 9, OTHER))
    const questionMeanwhile = sync.question.value
    sync.moved(at(130))
    sync.arrived()

    assert.equal(questionMeanwhile, undefined)
    assert.deepEqual([sync.question.value?.revision, sync.toReport().movement?.basedOn], [9, 4])
  })

  it('opens as last known when there is no connection', async () => {
    const { sync, server } = page()
    sync.opened(place(100, 4, OTHER))
    sync.receive(place(2000, 9, OTHER))
    server.isOffline = true

    assert.equal((await sync.go())?.locations.time, 2000)
  })

  it('opens as last known when the request takes too long', async () => {
    const { sync, server, runLater } = page()
    sync.opened(place(100, 4, OTHER))
    sync.receive(place(2000, 9, OTHER))
    server.isSilent = true

    const there = sync.go()
    await runLater()

    assert.equal((await there)?.locations.time, 2000)
  })

  it('is replaced by the place here when the member stays', () => {
    const { sync } = page()
    sync.opened(place(100, 4, OTHER))
    sync.receive(place(2000, 9, OTHER))

    sync.stay()

    assert.deepEqual([sync.toReport().movement?.locator, sync.toReport().movement?.basedOn], [at(100), 9])
    assert.equal(sync.question.value, undefined)
  })

  it('raises no question when it is the same, this page’s own, or outdated', () => {
    const { sync } = page()
    sync.opened(place(100, 4, OTHER))

    sync.receive(place(101, 6, OTHER))
    sync.moved(at(500))
    sync.receive(place(500, 8, MINE))
    sync.receive(place(101, 6, OTHER))

    assert.equal(sync.question.value, undefined)
    assert.equal(sync.toReport().movement?.basedOn, 8)
  })

  it('stays in question until the member decides', () => {
    const { sync } = page()
    sync.opened(place(100, 4, OTHER))
    sync.receive(place(2000, 9, OTHER))

    sync.moved(at(160))
    sync.toReport().onAnswer?.(answer(place(2000, 9, OTHER)))

    assert.equal(sync.question.value?.revision, 9)
    assert.equal(sync.isUnsent(), true)
  })
})

describe('a page killed before it reported its place', () => {
  it('leaves the place to the next page of the device', () => {
    const { sync } = pageAfterKill()

    const begins = sync.opened(place(100, 4, OTHER))

    assert.deepEqual(
      [begins, sync.toReport().movement?.locator, sync.toReport().movement?.basedOn],
      [at(900), at(900), 4],
    )
  })

  it('leaves the place to the next page, though a part was reported', () => {
    const { sync } = pageAfterKill()

    const begins = sync.opened(place(850, 7, MINE))

    assert.deepEqual([begins, sync.question.value, sync.toReport().movement?.basedOn], [at(900), undefined, 7])
  })

  it('causes a question when another device moved on since', () => {
    const { sync } = pageAfterKill()

    const begins = sync.opened(place(3000, 6, OTHER))

    assert.deepEqual([begins, sync.question.value?.locator], [at(900), at(3000)])
  })

  it('leaves nothing that the server has', () => {
    const first = page()
    first.sync.opened(null)
    first.sync.moved(at(900))
    first.sync.toReport().onAnswer?.(answer(place(900, 1, MINE)))

    assert.equal(first.device.unsent, undefined)
  })
})

describe('a title that is reopened on the same page', () => {
  it('begins where it was left, before the server has the move', () => {
    const { sync } = page()
    sync.opened(place(100, 4, OTHER))
    sync.moved(at(900))

    const begins = sync.opened(place(100, 4, OTHER))

    assert.deepEqual([begins, sync.question.value], [at(900), undefined])
  })

  it('begins where it was left, though an older answer comes late', () => {
    const { sync } = page()
    sync.opened(place(100, 4, OTHER))
    sync.moved(at(900))
    sync.toReport().onAnswer?.(answer(place(900, 5, MINE)))

    const begins = sync.opened(place(100, 4, OTHER))

    assert.deepEqual(begins, at(900))
  })

  it('begins where another device moved on to', () => {
    const { sync } = page()
    sync.opened(place(100, 4, OTHER))

    const begins = sync.opened(place(2000, 9, OTHER))

    assert.deepEqual([begins, sync.question.value], [at(2000), undefined])
  })
})

const MINE = '00000000-0000-4000-8000-00000000000a'
const OTHER = '00000000-0000-4000-8000-00000000000b'
const LATER = '00000000-0000-4000-8000-00000000000c'

function at(time: number) {
  return { href: 'audio.m4a', locations: { time } }
}

function place(time: number, revision: number, viewId: string): CurrentPlace {
  const position = { totalProgression: 0, finishedAt: null, secondsAgo: 0 }
  return { ...position, locator: at(time), revision, viewId, device: 'computer' }
}

function answer(progress: CurrentPlace) {
  return { sequence: 1, progress }
}

/** A page on a device, and the server's answers. */
function page(device: { unsent?: UnsentPlace | undefined; isHidden?: boolean } = {}, viewId = MINE) {
  const server = { current: null as CurrentPlace | null, isOffline: false, isSilent: false, reads: 0 }
  const delayed: (() => void)[] = []
  let step = 0
  const dependencies: PlaceDependencies = {
    viewId,
    device: 'computer',
    nextStep: () => ++step,
    now: () => 0,
    later: (run) => void delayed.push(run),
    isHidden: () => device.isHidden ?? false,
    async read() {
      server.reads += 1
      if (server.isSilent) await new Promise(() => {})
      if (server.isOffline) throw new TypeError('Failed to fetch')
      return server.current
    },
    remembered: () => device.unsent,
    remember(unsent) {
      device.unsent = unsent
    },
  }
  const isSame = (one: { locations: { time?: number } }, other: typeof one) =>
    Math.abs(Number(one.locations.time) - Number(other.locations.time)) <= 3
  /** Runs everything that waits, and its requests. */
  async function runLater() {
    for (const run of delayed.splice(0)) run()
    await setImmediate()
  }
  return { sync: createPlaceSync(dependencies, isSame), server, device, runLater }
}

/** The next page of a device whose page was killed with an unsent place, at second 900. */
function pageAfterKill() {
  const killed = page()
  killed.sync.opened(place(100, 4, OTHER))
  killed.sync.moved(at(900))
  return page(killed.device, LATER)
}

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { effect } from '@preact/signals'
import { openPlayService, profile, tokens } from '../test/play-service.ts'
import { createMemberSession, type MemberSession } from './member-session.ts'
import { createPageStorage } from './page-storage.ts'
import { later } from './retry.ts'
import { followSessionEvents } from './session-events.ts'

const noStorage = () =>
  createPageStorage(() => {
    throw new Error('storage is blocked')
  })

const page = new EventTarget() as Window
const dependencies = { page, now: () => 0, random: () => 0.5, later }

function whenOver(memberSession: MemberSession) {
  return new Promise<void>((resolve) => {
    effect(() => {
      if (memberSession.isOver.value) resolve()
    })
  })
}

describe('the event stream of a page', () => {
  it('ends the member session when the service says so, even in fragments', async (t) => {
    const service = await openPlayService(async (_, response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(': aqui\n\nevent: session-')
      setTimeout(() => response.end('ended\ndata: {}\n\n'), 5)
    })
    t.after(service.close)
    const memberSession = createMemberSession({ storage: noStorage(), origin: service.origin })
    t.after(followSessionEvents(memberSession, dependencies, () => {}))

    memberSession.begin({ tokens: tokens(1), profile })
    await whenOver(memberSession)

    assert.equal(memberSession.state.value, 'ended')
    assert.equal(service.calls[0]?.accessToken, 'access-1')
  })

  it('ends the member session when the stream and the refresh are refused', async (t) => {
    const service = await openPlayService((_, response) => {
      response.writeHead(401, { 'Content-Type': 'application/json' })
      response.end('{"statusCode":401,"code":"INVALID_ACCESS_TOKEN","message":"Sua sessão terminou."}')
    })
    t.after(service.close)
    const memberSession = createMemberSession({ storage: noStorage(), origin: service.origin })
    t.after(followSessionEvents(memberSession, dependencies, () => {}))

    memberSession.begin({ tokens: tokens(1), profile })
    await whenOver(memberSession)

    assert.equal(memberSession.state.value, 'ended')
  })

  it('reports a moved place, and that any may have moved after a reconnection, at once when the page is shown again', async (t) => {
    // Only the page ends the pause before a reconnection.
    const never = () => {
      setImmediate(() => page.dispatchEvent(new Event('visibilitychange')))
      return () => {}
    }
    const moved = { publicationId: 'pub_1', revision: 7, viewId: 'view' }
    const service = await openPlayService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.end(`: open\n\nevent: place-moved\ndata: ${JSON.stringify(moved)}\n\n: alive\n\n`)
    })
    t.after(service.close)
    const memberSession = createMemberSession({ storage: noStorage(), origin: service.origin })
    const heard: unknown[] = []

    memberSession.begin({ tokens: tokens(1), profile })
    await new Promise<void>((resolve) => {
      t.after(
        followSessionEvents(memberSession, { ...dependencies, later: never }, (one) => {
          heard.push(one)
          if (heard.length === 3) resolve()
        }),
      )
    })

    assert.deepEqual(heard, [moved, undefined, moved])
  })

  it('doubles the pause after each stream that breaks, and begins again after one that lasted', async (t) => {
    const lengthsMs = [0, 0, 60_000, 0]
    let time = 0
    const service = await openPlayService((_, response) => {
      time += lengthsMs.shift() ?? 0
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.end(': open\n\n')
    })
    t.after(service.close)
    const memberSession = createMemberSession({ storage: noStorage(), origin: service.origin })
    const pausesMs: number[] = []

    memberSession.begin({ tokens: tokens(1), profile })
    await new Promise<void>((resolve) => {
      const record = (run: () => void, delayMs: number) => {
        if (pausesMs.push(delayMs) < 4) setImmediate(run)
        else resolve()
        return () => {}
      }
      t.after(followSessionEvents(memberSession, { ...dependencies, now: () => time, later: record }, () => {}))
    })

    assert.deepEqual(pausesMs, [1000, 2000, 1000, 2000])
  })
})

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { effect } from '@preact/signals'
import { openPlayService, profile, tokens } from '../test/play-service.ts'
import { createMemberSession, type MemberSession } from './member-session.ts'
import { createPageStorage } from './page-storage.ts'
import { followSessionEvents } from './session-events.ts'

const noStorage = () =>
  createPageStorage(() => {
    throw new Error('storage is blocked')
  })

const page = new EventTarget() as Window

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
    t.after(followSessionEvents(memberSession, page, () => {}))

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
    t.after(followSessionEvents(memberSession, page, () => {}))

    memberSession.begin({ tokens: tokens(1), profile })
    await whenOver(memberSession)

    assert.equal(memberSession.state.value, 'ended')
  })

  it('reports a moved place, and that any may have moved after a reconnection, at once when the page is shown again', async (t) => {
    // The pause before a reconnection lasts for days, unless something ends it.
    t.mock.method(Math, 'random', () => {
      setImmediate(() => page.dispatchEvent(new Event('visibilitychange')))
      return 1e6
    })
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
        followSessionEvents(memberSession, page, (one) => {
          heard.push(one)
          if (heard.length === 3) resolve()
        }),
      )
    })

    assert.deepEqual(heard, [moved, undefined, moved])
  })
})

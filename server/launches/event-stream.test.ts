import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { EVENTS_PATH } from '@estante/contract/play/launch.ts'
import { createApp } from '../app.ts'
import { createMetrics } from '../observe/metrics.ts'
import { eventually } from '../test/eventually.ts'
import { openPage } from '../test/people.ts'
import { addPartner, testApp, testContext } from '../test/test-app.ts'
import { endStream, LAST_EVENTS, sendKeepAlives } from './event-stream.ts'

const MORE_THAN_A_CONNECTION_HOLDS = 64 * 1024 * 1024

/** An answer in progress, and its client's connection. */
async function connected(): Promise<[ServerResponse, Socket]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connectTo(server.address() as AddressInfo)
  client.write('GET / HTTP/1.0\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  response.flushHeaders()
  await readUntil(client, /\r\n\r\n$/)
  after(() => server.close())
  return [response, client]
}

function connectTo({ port }: AddressInfo): Socket {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  after(() => client.destroy())
  return client
}

/** Reads until this text. */
async function readUntil(client: Socket, pattern: RegExp): Promise<string> {
  let text = ''
  const read = (data: Buffer) => {
    text += data
  }
  client.on('data', read)
  await eventually(() => pattern.test(text))
  client.off('data', read)
  return text
}

function requestOf(path: string, { accessToken }: { accessToken: string }): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`
}

describe('An event stream', () => {
  it('sends comments while nothing happens', async () => {
    const [response, client] = await connected()

    sendKeepAlives(response, { keepAliveMs: 5 })

    assert.match(await readUntil(client, /alive.*alive/s), /^: open\n\n: alive\n\n: alive\n\n/)
  })

  it('is closed when its client stops reading', async () => {
    const [response, client] = await connected()
    client.pause()
    response.write(Buffer.alloc(MORE_THAN_A_CONNECTION_HOLDS))

    sendKeepAlives(response, { keepAliveMs: 5 })

    await once(response, 'close')
    assert.equal(response.writableFinished, false)
  })

  it('is closed when its client leaves, although writing still succeeds', async () => {
    const [response, client] = await connected()
    sendKeepAlives(response)

    client.end()

    await once(response, 'close')
    assert.equal(response.writableFinished, false)
  })

  it('sends a last event and closes', async () => {
    const [response, client] = await connected()
    sendKeepAlives(response)

    endStream(response, 'data: farewell\n\n')

    assert.equal(await text(client), ': open\n\ndata: farewell\n\n')
    assert.equal(response.writableFinished, true)
  })

  it('sends one last event, also when it is ended twice', async () => {
    const [response, client] = await connected()

    endStream(response, LAST_EVENTS.closing)
    endStream(response, LAST_EVENTS.revoked)

    assert.equal(await text(client), LAST_EVENTS.closing)
  })

  it('closes five seconds after the last event, even if the client did not read it', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const [response, client] = await connected()
    client.pause()
    response.write(Buffer.alloc(MORE_THAN_A_CONNECTION_HOLDS))
    sendKeepAlives(response)

    endStream(response, 'data: farewell\n\n')

    mock.timers.tick(4_999)
    assert.equal(response.destroyed, false)
    mock.timers.tick(1)
    assert.equal(response.destroyed, true)
  })
})

describe('GET /play/v1/events', () => {
  async function listening() {
    const { app, partner } = await testApp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { tokens } = await openPage(app, partner.authorization)
    const client = connectTo(app.server.address() as AddressInfo)
    const wire = (path: string) => requestOf(path, tokens)
    return { app, client, wire, asking: wire(EVENTS_PATH) }
  }

  it('answers an event stream that is neither cached nor buffered', async () => {
    const { client, asking } = await listening()

    client.write(asking)

    const [head = ''] = (await readUntil(client, /: open/)).split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 200 OK\r\n/)
    for (const line of [
      'Content-Type: text/event-stream; charset=utf-8',
      'Cache-Control: no-store',
      'X-Accel-Buffering: no',
      'X-Content-Type-Options: nosniff',
    ])
      assert.ok(head.split('\r\n').includes(line), head)
    assert.match(head, /^Date: .+ GMT$/m)
    assert.match(head, /^X-Request-Id: [\da-f-]{36}\r?$/m)
    assert.doesNotMatch(head, /content-length/i)
  })

  it('keeps the connection of a refused client open for the next request', async () => {
    const { client, asking, wire } = await listening()
    client.write(asking.replace('Bearer ', 'Bearer x'))
    assert.match(await readUntil(client, /\}$/), /^HTTP\/1\.1 401 /)

    client.write(wire('/play/v1/profile'))

    assert.match(await readUntil(client, /\}$/), /^HTTP\/1\.1 200 /)
  })

  it('is not opened for a client that has left, and would never close', async () => {
    const { context, closeFirst } = await testContext()
    const metrics = createMetrics(context)
    const app = createApp(context, { metrics })
    closeFirst.push(() => app.close())
    const { promise: handled, resolve } = Promise.withResolvers<void>()
    app.addHook('preHandler', async ({ url }, reply) => {
      if (url !== EVENTS_PATH) return
      client.destroy()
      await once(reply.raw, 'close')
      setImmediate(resolve)
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { tokens } = await openPage(app, (await addPartner(context)).authorization)
    const client = connectTo(app.server.address() as AddressInfo)

    client.write(requestOf(EVENTS_PATH, tokens))
    await handled

    assert.match(await metrics.registry.getSingleMetricAsString('estante_open_views'), / 0$/)
  })

  it('sends a view that opens during a shutdown to the next process', async () => {
    const { app, client, asking } = await listening()
    client.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${asking.slice(0, 20)}`)
    await readUntil(client, /\r\n\r\n/)
    const closed = app.close()
    await eventually(() => !app.server.listening)

    client.write(asking.slice(20))

    assert.match(await text(client), /: open\n\n.*retry: 1000\n: closing\n\n/s)
    await closed
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { EVENTS_PATH } from '@estante/contract/play/launch.ts'
import { eventually } from '../test/eventually.ts'
import { openPage } from '../test/people.ts'
import { testApp } from '../test/test-app.ts'
import { endStream, keepStream } from './event-stream.ts'

const MORE_THAN_A_CONNECTION_HOLDS = 64 * 1024 * 1024

/** Both ends of a connection, the service's and its client's. */
async function connected(): Promise<[Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connectTo(server.address() as AddressInfo)
  const [socket] = (await once(server, 'connection')) as [Socket]
  after(() => server.close())
  return [socket, client]
}

function connectTo({ port }: AddressInfo): Socket {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  after(() => client.destroy())
  return client
}

/** Reads until this was said. */
async function heard(client: Socket, what: RegExp): Promise<string> {
  let text = ''
  while (!what.test(text)) text += String((await once(client, 'data'))[0])
  return text
}

async function readToEnd(client: Socket): Promise<string> {
  let text = ''
  for await (const piece of client) text += piece
  return text
}

describe('An event stream', () => {
  it('speaks again and again while nothing happens', async () => {
    const [socket, client] = await connected()

    keepStream(socket, { silenceMs: 5 })

    assert.match(await heard(client, /alive.*alive/s), /^: open\n\n: alive\n\n: alive\n\n/)
  })

  it('is closed when its client reads no more', async () => {
    const [socket, client] = await connected()
    client.pause()
    socket.write(Buffer.alloc(MORE_THAN_A_CONNECTION_HOLDS))

    keepStream(socket, { silenceMs: 5 })

    await once(socket, 'close')
    assert.equal(socket.writableFinished, false)
  })

  it('is closed when its client leaves, although it could still be written to', async () => {
    const [socket, client] = await connected()
    keepStream(socket)

    client.end()

    await once(socket, 'close')
    assert.equal(socket.writableFinished, false)
  })

  it('says its last words and closes', async () => {
    const [socket, client] = await connected()
    keepStream(socket)

    endStream(socket, 'data: farewell\n\n')

    assert.equal(await readToEnd(client), ': open\n\ndata: farewell\n\n')
    assert.equal(socket.writableFinished, true)
  })

  it('closes five seconds after its last words, although nobody read them', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const [socket, client] = await connected()
    client.pause()
    socket.write(Buffer.alloc(MORE_THAN_A_CONNECTION_HOLDS))
    keepStream(socket)

    endStream(socket, 'data: farewell\n\n')

    mock.timers.tick(4_999)
    assert.equal(socket.destroyed, false)
    mock.timers.tick(1)
    assert.equal(socket.destroyed, true)
  })
})

describe('GET /play/v1/events', () => {
  async function listening() {
    const { app, partner } = await testApp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { tokens } = await openPage(app, partner.authorization)
    const client = connectTo(app.server.address() as AddressInfo)
    const wire = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.accessToken}\r\n\r\n`
    return { app, client, wire, asking: wire(EVENTS_PATH) }
  }

  it('answers with a stream that nobody keeps, and that ends where its connection does', async () => {
    const { client, asking } = await listening()

    client.write(asking)

    const [head = '', body] = (await heard(client, /: open/)).split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 200 OK\r\n/)
    for (const line of [
      'Content-Type: text/event-stream; charset=utf-8',
      'Cache-Control: no-store',
      'Connection: close',
    ])
      assert.ok(head.split('\r\n').includes(line), head)
    assert.match(head, /^Date: .+ GMT$/m)
    assert.match(head, /^X-Request-Id: [\da-f-]{36}\r?$/m)
    assert.doesNotMatch(head, /transfer-encoding|content-length/i)
    assert.equal(body, ': open\n\n')
  })

  it('holds its connection and nothing of HTTP', async () => {
    const { app, client, asking } = await listening()
    const connection = once(app.server, 'request').then(([{ socket }]) => socket)
    client.write(asking)
    await heard(client, /: open/)

    const { parser, _httpMessage } = await connection

    assert.deepEqual([parser, _httpMessage], [null, null])
  })

  it('leaves the connection of whoever it refuses to the next request', async () => {
    const { client, asking, wire } = await listening()
    client.write(asking.replace('Bearer ', 'Bearer x'))
    assert.match(await heard(client, /\}$/), /^HTTP\/1\.1 401 /)

    client.write(wire('/play/v1/profile'))

    assert.match(await heard(client, /\}$/), /^HTTP\/1\.1 200 /)
  })

  it('is not given to a client that asks for something else over the same connection, which closes', async () => {
    const { app, client, asking, wire } = await listening()

    client.write(asking + wire('/play/v1/profile'))

    assert.equal(await readToEnd(client), '')
    await app.close()
  })

  it('sends a view that opens while the service stops to the next one', async () => {
    const { app, client, asking } = await listening()
    client.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${asking.slice(0, 20)}`)
    await heard(client, /\r\n\r\n/)
    const closed = app.close()
    await eventually(() => !app.server.listening)

    client.write(asking.slice(20))

    assert.match(await readToEnd(client), /: open\n\nretry: 1000\n: closing\n\n$/)
    await closed
  })
})

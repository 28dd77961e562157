import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Context } from '@estante/server/context.ts'
import { coverFolder } from '@estante/server/covers/cover.ts'
import { newId } from '@estante/server/db/ids.ts'
import { eventually } from '@estante/server/test/eventually.ts'
import { testApp } from '@estante/server/test/test-app.ts'
import { WITHOUT_FFMPEG, writeAudiobook } from './books.ts'
import { startInstance } from './instance.ts'
import { readMemory } from './memory.ts'
import { call, signIn } from './people.ts'
import { estante } from './service.ts'

const CLIENTS = 100
const MEDIA_BYTES = 20_000_000
/** Far less than the clients requested. */
const FLAT_BYTES = 150_000_000

const { folder, settings, service, partner } = await startInstance()

describe('Slow clients', { timeout: 180_000 }, () => {
  let media: string
  const sockets: Socket[] = []

  before(async () => {
    const { imported } = await estante<{ imported: { id: string }[] }>(
      { ...settings, ...WITHOUT_FFMPEG },
      ...['catalog', 'import', await writeAudiobook(folder, MEDIA_BYTES)],
    )
    const member = await signIn(service.address, partner.authorization)
    const title = await call(service.address, 'GET', `/play/v1/publications/${imported[0]?.id}`, member)
    media = title.json().media.manifestUrl.replace('manifest.json', 'audio.mp3')
  })
  after(() => {
    for (const socket of sockets) socket.destroy()
  })

  const slownesses: [string, (socket: Socket) => void][] = [
    [
      'that send a header and stop',
      (socket) => socket.write('GET /partner/v1/catalog HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    ],
    [
      'that send half a body and stop',
      (socket) =>
        socket.write(
          'POST /play/v1/launch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
        ),
    ],
    [
      'that ask for 20 MB and never read them',
      (socket) => socket.pause().write(`GET ${media} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-\r\n\r\n`),
    ],
  ]
  for (const [clients, act] of slownesses) {
    it(`${clients} delay no other calls, and use little memory`, async (test) => {
      const before = await readMemory(service.pid)
      await Promise.all(Array.from({ length: CLIENTS }, async () => act(await open(service.address))))
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => call(service.address, 'GET', '/partner/v1/catalog', partner)),
      )

      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      let grown = Number.POSITIVE_INFINITY
      await eventually(async () => {
        grown = (await readMemory(service.pid)) - before
        return grown < FLAT_BYTES
      })
      test.diagnostic(`${CLIENTS} clients: memory grew ${Math.round(grown / 1e6)} MB`)
    })
  }

  async function open(address: string): Promise<Socket> {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    sockets.push(socket.on('error', () => {}))
    await once(socket, 'connect')
    return socket
  }
})

describe('A stalled client', { timeout: 120_000 }, () => {
  it('is disconnected, whether it stalled sending or reading', async () => {
    const { app, context } = await testApp()
    const { server } = app
    const cover = await storeCover(context, 50_000_000)
    const timeouts = [server.headersTimeout, server.requestTimeout, server.timeout]
    // Shortens the timeouts for the test.
    Object.assign(server, { headersTimeout: 300, requestTimeout: 300, timeout: 300, connectionsCheckingInterval: 50 })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.address() as AddressInfo
    const requests = [
      'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      'POST /play/v1/launch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      `GET ${cover} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ]

    let opened = 0
    server.on('connection', () => opened++)
    const sockets = requests.map((text) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.pause().write(text)
      return socket
    })
    await eventually(() => opened === requests.length)
    await eventually(async () => (await countConnections(server)) === 0)

    assert.ok(
      timeouts.every((ms) => ms > 0 && ms <= 120_000),
      timeouts.join(),
    )
    for (const socket of sockets) socket.destroy()
  })
})

/** Stores a cover of a given size. Returns its address. */
async function storeCover({ files }: Context, bytes: number): Promise<string> {
  const [id, version] = [newId('pub'), '0'.repeat(16)]
  const work = await files.workFolder()
  await writeFile(join(work, '640.webp'), Buffer.alloc(bytes))
  await files.putFolder(coverFolder(id, version), work)
  return `/capas/${id}/${version}/640.webp`
}

function countConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))()
}

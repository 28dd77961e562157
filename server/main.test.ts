import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { readConfig } from './config.ts'
import { startServer } from './main.ts'
import { createTestDatabase } from './test/test-database.ts'

it('The service stops although a client never finishes its request', { timeout: 90_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-main-'))
  const database = await createTestDatabase()
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...database.env }), {
    patienceMs: 50,
  })
  const client = connect(Number(new URL(server.address).port), '127.0.0.1')
  const isClosed = new Promise((resolve) => client.on('error', () => {}).on('close', () => resolve(true)))
  client.write(
    'POST /play/v1/launch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await once(server.app.server, 'request')

  await server.close()

  assert.ok(await isClosed)
  await assert.rejects(fetch(`${server.address}/healthz`))
  await database.drop()
  await rm(dataDir, { recursive: true })
})

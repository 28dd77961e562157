import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type PostgresServer, startPostgres } from '@estante/server/test/postgres-server.ts'
import { type Network, startNetwork } from './network.ts'
import { type Credential, call, createCredential, createPartner, openView, signIn, userPath } from './people.ts'
import { callEverything, isRetryable, untilReady } from './requests.ts'
import { type Service, startService } from './service.ts'

let folder: string
let postgres: PostgresServer
let network: Network
let cutOff: Service
let other: Service
let partner: Credential

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estante-network-'))
  postgres = await startPostgres()
  const url = new URL(postgres.url)
  network = await startNetwork(Number(url.port))
  url.port = String(network.port)
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') }
  other = await startService(settings)
  cutOff = await startService({ ...settings, DATABASE_URL: url.href })
  partner = await createCredential(settings, await createPartner(settings))
})
after(async () => {
  await Promise.all([cutOff?.kill(), other?.kill()])
  await network?.close()
  await postgres?.stop()
  await rm(folder, { recursive: true })
})

describe('A node cut off from the database', { timeout: 280_000 }, () => {
  it('answers every call with a retryable 503, ends the views of members revoked in between, and recovers by itself', async (test) => {
    const { authorization } = partner
    const member = await signIn(cutOff.address, authorization, 'isolado')
    const staying = await signIn(cutOff.address, authorization, 'outro')
    const refreshing = await signIn(cutOff.address, authorization, 'renovado')
    const [view, stayingView] = [await openView(cutOff.address, member), await openView(cutOff.address, staying)]
    network.cut()
    const since = performance.now()

    const revoked = await call(other.address, 'DELETE', userPath('isolado'), { authorization })
    const answers = await callEverything(cutOff.address, partner, member, refreshing)
    const ready = await call(cutOff.address, 'GET', '/readyz')
    const alive = await call(cutOff.address, 'GET', '/healthz')
    test.diagnostic(`all answered after ${((performance.now() - since) / 1000).toFixed(1)} s`)
    network.reset()
    await untilReady(cutOff.address)

    assert.equal(revoked.status, 204)
    assert.deepEqual(
      answers.filter((answer) => !isRetryable(answer)).map(({ text }) => text),
      [],
    )
    assert.deepEqual([ready.status, alive.status], [503, 200])
    assert.match(await view.ended, /event: session-ended/)
    await call(cutOff.address, 'DELETE', userPath('outro'), { authorization })
    assert.match(await stayingView.ended, /event: session-ended/)
  })
})

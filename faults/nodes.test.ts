import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { monthOf, nameOfMonth } from '@estante/server/calendar.ts'
import { eventually } from '@estante/server/test/eventually.ts'
import { pageKey } from '@estante/server/test/people.ts'
import { type PostgresServer, startPostgres } from '@estante/server/test/postgres-server.ts'
import pg from 'pg'
import { WITHOUT_FFMPEG, writeAudiobook, writeEbook } from './books.ts'
import { startNetwork } from './network.ts'
import {
  type Credential,
  call,
  createCredential,
  createPartner,
  mintLaunch,
  openLaunch,
  openView,
  rotateCredential,
  signIn,
  userPath,
} from './people.ts'
import { callEverything, isRetryable, untilReady } from './requests.ts'
import { estante, type Service, type Settings, startService } from './service.ts'

/** Limit for ending an open view after a revocation on any node. */
const PROMISED_MS = 2000
const MEDIA_BYTES = 20_000_000
const OTHER_AUDIOBOOK = fileURLToPath(new URL('../examples/catalog/books/o-farol-de-sal.m4b', import.meta.url))

let folder: string
let postgres: PostgresServer
let settings: Settings
let nodes: Service[] = []
let a: string
let b: string
let c: string
let slug: string
let partner: Credential
let audiobook: string
let otherAudiobook: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estante-nodes-'))
  postgres = await startPostgres()
  settings = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') }
  // Concurrently, on an empty database.
  const three = await Promise.all([startService(settings), startService(settings), startService(settings)])
  nodes = three
  ;[a, b, c] = [three[0].address, three[1].address, three[2].address]
  slug = await createPartner(settings)
  partner = await createCredential(settings, slug)
  const imported = await estante<{ imported: { id: string }[] }>(
    { ...settings, ...WITHOUT_FFMPEG },
    ...['catalog', 'import', await writeAudiobook(folder, MEDIA_BYTES), OTHER_AUDIOBOOK],
    ...(await Promise.all(['Um', 'Outro', 'Mais um'].map((title) => writeEbook(folder, title)))),
  )
  audiobook = String(imported.imported[0]?.id)
  otherAudiobook = String(imported.imported[1]?.id)
})
after(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await postgres?.stop()
  await rm(folder, { recursive: true })
})

describe('Several nodes on one database', { timeout: 280_000 }, () => {
  it('end an open view within two seconds of a revocation on any node', async (test) => {
    const { authorization } = partner
    for (const [at, node] of [a, b, c].entries()) {
      const member = await signIn(a, authorization, `visto-${at}`)
      const view = await openView(a, member)

      const revoked = await call(node, 'DELETE', userPath(`visto-${at}`), { authorization })
      const since = performance.now()
      const events = await view.ended

      const ms = performance.now() - since
      test.diagnostic(`revoked on node ${at}: the view on node 0 ended ${ms.toFixed(0)} ms after the answer`)
      assert.equal(revoked.status, 204)
      assert.match(events, /event: session-ended/)
      assert.ok(ms < PROMISED_MS, `${ms} ms`)
      assert.equal((await call(a, 'GET', '/play/v1/profile', member)).status, 401)
    }
  })

  it('stop an audio stream, and refuse the next range, when another node revokes its listener', async () => {
    const { authorization } = partner
    const member = await signIn(a, authorization, 'ouvinte')
    const title = await call(a, 'GET', `/play/v1/publications/${audiobook}`, member)
    const media = title.json().media.manifestUrl.replace('manifest.json', 'audio.mp3')
    const stream = await fetch(`${b}${media}`)
    const view = await openView(b, member)
    const statusOfRange = async () => (await fetch(`${b}${media}`, { headers: { range: 'bytes=0-99' } })).status
    // The node remembers for a second that the first was authorized.
    const granted = [await statusOfRange(), await statusOfRange()]

    await call(c, 'DELETE', userPath('ouvinte'), { authorization })
    await view.ended
    const refused = await statusOfRange()

    // Data in flight still arrives, but never the whole.
    await assert.rejects(stream.arrayBuffer())
    assert.deepEqual([stream.status, ...granted, refused], [200, 206, 206, 401])
    assert.equal((await call(b, 'GET', media)).status, 401)
  })

  it('end the views and streams of a member session when another node detects a reused refresh token', async () => {
    const member = await signIn(a, partner.authorization, 'roubado')
    const [onA, onB] = [await openView(a, member), await openView(b, member)]
    const title = await call(a, 'GET', `/play/v1/publications/${audiobook}`, member)
    const media = title.json().media.manifestUrl.replace('manifest.json', 'audio.mp3')
    const refresh = (address: string, refreshToken: string) =>
      call(address, 'POST', '/play/v1/refresh', { body: { refreshToken } })
    const second = (await refresh(a, member.tokens.refreshToken)).json()
    const third = (await refresh(b, second.refreshToken)).json()

    const refused = await refresh(c, member.tokens.refreshToken)
    const since = performance.now()
    const events = await Promise.all([onA.ended, onB.ended])

    const ms = performance.now() - since
    assert.equal(refused.status, 401)
    assert.ok(events.every((received) => received.includes('event: session-ended')))
    assert.ok(ms < PROMISED_MS, `${ms} ms`)
    assert.equal((await call(b, 'GET', media)).status, 401)
    assert.equal((await refresh(a, third.refreshToken)).status, 401)
  })

  it('refuse a replaced secret and a revoked credential at the next request', async () => {
    const credential = await createCredential(settings, slug)
    const catalog = (address: string, { authorization }: Credential) =>
      call(address, 'GET', '/partner/v1/catalog', { authorization })
    const before = await Promise.all([a, b, c].map((node) => catalog(node, credential)))

    const rotated = await rotateCredential(settings, credential.clientId)
    const old = await Promise.all([a, b, c].map((node) => catalog(node, credential)))
    const fresh = await Promise.all([a, b, c].map((node) => catalog(node, rotated)))
    await estante(settings, 'credential', 'revoke', credential.clientId)
    const revoked = await Promise.all([a, b, c].map((node) => catalog(node, rotated)))

    const statuses = [before, old, fresh, revoked].map((answers) => answers.map(({ status }) => status))
    assert.deepEqual(statuses, [
      [200, 200, 200],
      [401, 401, 401],
      [200, 200, 200],
      [401, 401, 401],
    ])
  })

  it('share one limit of 120 calls a minute', async () => {
    const credential = await createCredential(settings, slug, '120')

    const answers = await callInTurns(200, () => credential)

    const served = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([served.length, refused.length], [120, 80])
    assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0))
  })

  it('share a partner’s limit among its credentials', async () => {
    const other = await createPartner(settings)
    await estante(settings, 'partner', 'limit', other, '150')
    const credentials = [await createCredential(settings, other, '120'), await createCredential(settings, other, '120')]

    const answers = await callInTurns(220, (at) => credentials[Number(at % 4 === 0)])

    const served = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([served.length, refused.length], [150, 70])
    assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0))
  })

  it('exchange each other’s links, each only once even concurrently', async () => {
    const token = await mintLaunch(a, partner.authorization, 'viajante')
    const shared = await mintLaunch(a, partner.authorization, 'viajante')

    const elsewhere = await openLaunch(b, token)
    const atOnce = await Promise.all(Array.from({ length: 12 }, (_, at) => openLaunch(nodeAt(at), shared)))

    assert.equal(elsewhere.status, 200)
    assert.deepEqual(atOnce.map(({ status }) => status).sort(), [200, ...Array.from({ length: 11 }, () => 401)])
  })

  it('give one page one session for concurrent exchanges with its key', async () => {
    const token = await mintLaunch(a, partner.authorization, 'insistente')
    const key = pageKey()

    const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => openLaunch(nodeAt(at), token, key)))

    const sessions = answers.map((answer) => answer.json().tokens.refreshToken.split('.')[0])
    assert.equal(new Set(sessions).size, 1)
  })

  it('keep a page signed in that refreshes on several nodes at once', async () => {
    const { tokens } = await signIn(a, partner.authorization, 'renovado')
    const refresh = (address: string, refreshToken: string) =>
      call(address, 'POST', '/play/v1/refresh', { body: { refreshToken } })

    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => refresh(nodeAt(at), tokens.refreshToken)))

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const profiles = await Promise.all(
      answers.map((answer) =>
        call(b, 'GET', '/play/v1/profile', { authorization: `Bearer ${answer.json().accessToken}` }),
      ),
    )
    assert.deepEqual(new Set(profiles.map(({ status }) => status)), new Set([200]))
    assert.equal((await refresh(c, tokens.refreshToken)).status, 200)
  })

  it('credit no moment twice to a member who listens on all of them at once, and return equal reports', async () => {
    const member = await signIn(a, partner.authorization, 'dobrado')
    const leases = [audiobook, otherAudiobook, audiobook].map((publicationId) => ({
      leaseId: randomUUID(),
      publicationId,
    }))
    const beat = (node: string, lease: object, sequence: number, activeMs: number) =>
      call(node, 'POST', '/play/v1/activity', {
        authorization: member.authorization,
        body: { ...lease, sequence, activeMs, idleMs: 0 },
      })
    const since = performance.now()
    await Promise.all(leases.map((lease, at) => beat(nodeAt(at), lease, 1, 0)))
    // Credit is bounded by elapsed time, and the report counts whole seconds.
    await wait(1100)

    // Each lease claims more than the elapsed time, on every node at once.
    const answers = await Promise.all(
      leases.flatMap((lease) => [a, b, c].map((node, at) => beat(node, lease, 2 + at, 1_000_000))),
    )

    const passedMs = performance.now() - since
    const reports = await Promise.all(
      [a, b, c].map((node) => call(node, 'GET', `/partner/v1/usage?month=${thisMonth()}`, partner)),
    )
    const credited = reports[0]?.json().users[0]
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(reports.map(({ text }) => text)).size, 1)
    assert.equal(credited.externalUserId, 'dobrado')
    assert.ok(credited.listeningSeconds >= 1)
    assert.ok(credited.listeningSeconds * 1000 <= passedMs, `${credited.listeningSeconds} s in ${passedMs} ms`)
  })

  it('return the same catalog, byte for byte and with the same ETag, and accept each other’s cursors', async () => {
    const { authorization } = partner
    const first = await Promise.all(
      [a, b, c].map((node) => call(node, 'GET', '/partner/v1/catalog?limit=2', { authorization })),
    )
    const etag = String(first[0]?.headers.get('etag'))
    const next = `/partner/v1/catalog?limit=2&cursor=${encodeURIComponent(first[0]?.json().nextCursor)}`

    const second = await Promise.all([a, b, c].map((node) => call(node, 'GET', next, { authorization })))
    const unchanged = await call(b, 'GET', '/partner/v1/catalog?limit=2', {
      authorization,
      headers: { 'if-none-match': etag },
    })

    assert.equal(new Set(first.map(({ text }) => text)).size, 1)
    assert.equal(new Set(second.map(({ text }) => text)).size, 1)
    assert.equal(unchanged.status, 304)
    assert.notEqual(first[0]?.text, second[0]?.text)
  })

  it('record the last use of a credential, monotonically', async () => {
    const credential = await createCredential(settings, slug)

    await call(a, 'GET', '/partner/v1/catalog', credential)
    await call(b, 'GET', `/partner/v1/usage?month=${thisMonth()}`, credential)
    // A node writes uses and their count in one transaction.
    await eventually(async () => (await callsOf(credential)) === 2)

    assert.equal(await lastRoute(credential), 'GET /partner/v1/usage')
  })
})

describe('A node cut off from the database', { timeout: 280_000 }, () => {
  it('answers every call with a retryable 503, ends the views of members revoked in between, and recovers by itself', async (test) => {
    const { authorization } = partner
    const url = new URL(postgres.url)
    const network = await startNetwork(Number(url.port))
    url.port = String(network.port)
    const cutOff = await startService({ ...settings, DATABASE_URL: url.href })
    test.after(async () => {
      await cutOff.kill()
      await network.close()
    })
    const member = await signIn(cutOff.address, authorization, 'isolado')
    const staying = await signIn(cutOff.address, authorization, 'outro')
    const refreshing = await signIn(cutOff.address, authorization, 'renovado')
    const [view, stayingView] = [await openView(cutOff.address, member), await openView(cutOff.address, staying)]
    network.cut()
    const since = performance.now()

    const revoked = await call(b, 'DELETE', userPath('isolado'), { authorization })
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

/** Calls all nodes, twenty calls at once: a slow machine that has hundreds of them answers some with 503. */
async function callInTurns(count: number, credentialOf: (at: number) => Credential | undefined) {
  const answers = []
  while (answers.length < count) {
    const turn = Array.from({ length: 20 }, (_, at) =>
      call(nodeAt(at), 'GET', '/partner/v1/catalog?limit=1', credentialOf(at)),
    )
    answers.push(...(await Promise.all(turn)))
  }
  return answers
}

function nodeAt(at: number): string {
  return [a, b, c][at % 3] as string
}

async function lastRoute({ clientId }: Credential): Promise<string> {
  const [row] = await query('select last_used_route from credential where client_id = $1', [clientId])
  return row?.last_used_route
}

/** Number of counted calls of a credential. */
async function callsOf({ clientId }: Credential): Promise<number> {
  const [row] = await query(
    'select sum(calls) as calls from credential_day join credential on id = credential_id where client_id = $1',
    [clientId],
  )
  return Number(row?.calls)
}

async function query(text: string, values: string[]) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query(text, values)
  await client.end()
  return rows
}

function thisMonth(): string {
  return nameOfMonth(monthOf(Date.now(), 'America/Sao_Paulo'))
}

import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type ConnectionOptions, connect } from 'node:tls'
import { promisify } from 'node:util'
import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { Secret, TOTP } from 'otpauth'
import { readConfig } from '../server/config.ts'
import { closeContext, openContext } from '../server/context.ts'
import { PRODUCTION } from '../server/environment.ts'
import { importPaths } from '../server/imports/sources/import-paths.ts'
import { inviteAdmin } from '../server/team/invitation.ts'
import { eventually } from '../server/test/eventually.ts'
import { freePort } from '../server/test/free-port.ts'
import { pageKey } from '../server/test/people.ts'
import { startService } from '../server/test/running-service.ts'
import { addCredential, addPartner } from '../server/test/test-app.ts'
import { createTestDatabase } from '../server/test/test-database.ts'
import { API_HOST, PLAY_HOST, proxyClient } from './proxy-client.ts'

const BOOK = new URL('../formats/fixtures/audio/relogio.mp3', import.meta.url).pathname
const LIFETIME_MS = 120_000

const isHere = (program: string) => spawnSync(program, ['-v']).error === undefined
const skip = isHere('nginx') && isHere('openssl') ? false : 'nginx or openssl is not installed'

describe('deploy/nginx.conf in front of two nodes', { skip }, () => {
  let folder: string
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let port: number
  let authorization: string
  let nodes: { port: number; service: Awaited<ReturnType<typeof startService>> }[]
  let env: NodeJS.ProcessEnv
  let nginx: ReturnType<typeof spawn>
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const { open, call, signIn, openEvents } = proxyClient(() => port, agent)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'estante-nginx-'))
    database = await createTestDatabase()
    env = {
      DATA_DIR: join(folder, 'data'),
      BASE_URL: `https://${API_HOST}`,
      PLAY_URL: `https://${PLAY_HOST}`,
      ...database.env,
    }
    const context = await openContext(readConfig({ ...env, LOG_LEVEL: 'silent' }))
    const partner = await addPartner(context)
    authorization = (await addCredential(context, partner.id, PRODUCTION, 100_000)).authorization
    await importPaths(context, [BOOK])
    await closeContext(context)
    nodes = await Promise.all([startNode(await freePort()), startNode(await freePort())])
    port = await freePort()
    nginx = await startNginx()
  })
  after(async () => {
    nginx?.kill()
    for (const { service } of nodes ?? []) service.kill('SIGTERM')
    agent.destroy()
    await Promise.all((nodes ?? []).map(({ service }) => service.exit))
    await database.drop()
    await rm(folder, { recursive: true })
  })

  async function startNode(at: number) {
    return { port: at, service: await startService({ ...env, PORT: String(at), SHUTDOWN_DELAY: '1' }) }
  }

  /**
   * Starts nginx with the file, adapted to this machine (hosts, ports, nodes, certificate) and without directives
   * newer than the installed nginx.
   */
  async function startNginx() {
    const certificates = join(folder, 'certificates')
    await mkdir(certificates)
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
      ...['-subj', `/CN=${API_HOST}`, '-keyout', join(certificates, 'privkey.pem')],
      ...['-out', join(certificates, 'fullchain.pem')],
    ])
    const source = await readFile(new URL('nginx.conf', import.meta.url), 'utf8')
    const settings = source
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('/etc/nginx/certificates', certificates)
      .replaceAll(/\$\{(API|PLAY)_HOST\}/g, (_, name) => (name === 'API' ? API_HOST : PLAY_HOST))
      .replace('/dev/stdout lines', `${folder}/access.log lines`)
      .replace('worker_processes auto', 'worker_processes 1')
      .replace('worker_connections 16384', 'worker_connections 512')
      .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll('listen 80', `listen 127.0.0.1:${await freePort()}`)
      .replace(/^ *resolver .*$/m, '')
      .replace(/^ *http2 on;$/m, '')
      .replace('app-1:3000 resolve', `127.0.0.1:${nodes[0]?.port}`)
      .replace('app-2:3000 resolve', `127.0.0.1:${nodes[1]?.port}`)
    await writeFile(join(folder, 'nginx.conf'), settings)
    const started = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: LIFETIME_MS,
    })
    const answers = () => call('GET', '/', { host: PLAY_HOST }).then(Boolean, () => false)
    await eventually(async () => started.exitCode !== null || (await answers()))
    assert.equal(started.exitCode, null, 'nginx did not start')
    return started
  }

  /** Waits until the proxy sends requests to a node that is back. */
  async function untilServing(node: number): Promise<void> {
    const readLog = async () => (await readFile(join(folder, 'access.log'), 'utf8')).split('\n')
    const { length } = await readLog()
    const isServed = (line: string) => line.includes(`"node":"127.0.0.1:${node}"`)
    await eventually(async () => (await readLog()).slice(length).some(isServed))
  }

  it('forwards encoded identifiers verbatim', async () => {
    for (const externalUserId of ['a/b', 'ana@example.com', '100%', '../x', 'livro 📚', 'a//b', 'é+ ?#']) {
      const path = `/partner/v1/users/${encodeURIComponent(externalUserId)}`

      const written = await call('PUT', path, { authorization, body: {} })
      const read = await call('GET', path, { authorization })

      assert.deepEqual([written.status, read.status], [200, 200], externalUserId)
      assert.equal(JSON.parse(read.text).externalUserId, externalUserId)
    }
  })

  it('delivers events to an open view at once, from either node', async () => {
    const bearer = await signIn(authorization, 'visto')
    const readEvents = await openEvents(bearer)

    await call('DELETE', '/partner/v1/users/visto', { authorization })

    await eventually(() => /^event: session-ended$/m.test(readEvents()))
  })

  it('forwards ranges of a book', async () => {
    const bearer = await signIn(authorization, 'ouvinte')
    const play = { host: PLAY_HOST, authorization: bearer }
    const { newest } = JSON.parse((await call('GET', '/play/v1/home', play)).text)
    const card = newest.find(({ type }: { type: string }) => type === 'audiobook')
    const { media } = JSON.parse((await call('GET', `/play/v1/publications/${card.id}`, play)).text)
    const manifest = JSON.parse((await call('GET', media.manifestUrl, play)).text)
    const audio = media.manifestUrl.replace('manifest.json', manifest.readingOrder[0].href)

    const part = await call('GET', audio, { host: PLAY_HOST, range: 'bytes=100-199' })

    assert.equal(part.status, 206)
    assert.match(String(part.headers['content-range']), /^bytes 100-199\/\d+$/)
    assert.equal(part.bytes.length, 100)
  })

  it('leaves refusals to the service, and hides probes from outside and from unknown hosts', async () => {
    const big = await call('POST', '/partner/v1/sessions', { authorization, body: { name: 'x'.repeat(100_000) } })
    assert.deepEqual([big.status, JSON.parse(big.text).code], [413, 'PAYLOAD_TOO_LARGE'])
    for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await call('GET', path)).status, 404, path)
    await assert.rejects(call('GET', '/', { host: 'outro.example.com' }))
  })

  it('forwards the annotations that a member imports, and a logo that is too large', async () => {
    const bearer = await signIn(authorization, 'anota')
    const unknown = 'x'.repeat(3_000_000)

    const imported = await call('POST', '/play/v1/annotations/import', {
      host: PLAY_HOST,
      authorization: bearer,
      body: { sets: [], unknown },
    })
    const logo = await call('PUT', '/panel/v1/appearance/logo', {
      origin: `https://${API_HOST}`,
      body: { unknown: unknown.slice(0, 1_500_000) },
    })

    assert.deepEqual([imported.status, logo.status], [200, 401], imported.text + logo.text)
  })

  it('supports TLS 1.2 and 1.3 with the recommended ciphers, and sends HSTS', async () => {
    const { headers } = await call('GET', '/', { host: PLAY_HOST })
    const shake = (options: ConnectionOptions) =>
      new Promise<string>((resolve) => {
        const all = { port, host: '127.0.0.1', servername: PLAY_HOST, rejectUnauthorized: false, ...options }
        const socket = connect(all, () => resolve(`${socket.getProtocol()} ${socket.getCipher().name}`))
        socket.on('secureConnect', () => socket.destroy()).on('error', () => resolve('refused'))
      })

    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
    assert.match(await shake({}), /^TLSv1\.3 /)
    assert.match(await shake({ maxVersion: 'TLSv1.2' }), /^TLSv1\.2 ECDHE-.*(GCM|POLY1305)/)
    for (const ciphers of ['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA256', 'DHE-RSA-AES128-GCM-SHA256']) {
      assert.equal(await shake({ maxVersion: 'TLSv1.2', ciphers }), 'refused', ciphers)
    }
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
    assert.equal(await shake(old), 'refused')
  })

  it('accepts books of operators, larger than any other body', async () => {
    const context = await openContext(readConfig({ ...env, LOG_LEVEL: 'silent' }))
    const invitation = { partnerId: null, email: 'op@example.com', role: 'operator' as const }
    const { token } = await context.db.write((tx) => inviteAdmin(tx, Date.now(), invitation, UNAUDITED))
    await closeContext(context)
    const origin = `https://${API_HOST}`
    const person = { token, name: 'Ana', password: 'tigre-lua-forno-47-areia' }
    const accepted = await call('POST', '/panel/v1/invitations/accept', { origin, body: person })
    const cookie = String(accepted.headers['set-cookie']).split(';')[0]
    const { secret } = JSON.parse((await call('POST', '/panel/v1/second-factor', { origin, cookie, body: {} })).text)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await call('POST', '/panel/v1/second-factor/confirm', { origin, cookie, body: { code } })
    const job = JSON.parse((await call('POST', '/panel/v1/imports', { origin, cookie, body: {} })).text)
    const book = Buffer.alloc(5_000_000, 1)

    const upload = open('PUT', `/panel/v1/imports/${job.id}/files?path=livro.mp3`, {
      host: API_HOST,
      origin,
      ...(cookie && { cookie }),
      'content-type': 'application/octet-stream',
      'content-length': book.length,
    })
    upload.end(book)
    const [response] = await once(upload, 'response')

    assert.equal(response.statusCode, 200)
    assert.deepEqual(JSON.parse((await buffer(response)).toString()), { path: 'livro.mp3', sizeBytes: book.length })
  })

  it('loses no request during a rolling restart', async () => {
    let isOver = false
    const answers: number[] = []
    const partnerBackends = Array.from({ length: 4 }, async (_, backend) => {
      for (let member = 0; !isOver; member++) {
        const body = { externalUserId: `b${backend}-${member % 50}` }
        answers.push((await call('POST', '/partner/v1/sessions', { authorization, body })).status)
        await wait(10)
      }
    })

    for (const node of nodes) {
      node.service.kill('SIGTERM')
      assert.equal(await node.service.exit, 0)
      node.service = (await startNode(node.port)).service
      await untilServing(node.port)
    }
    isOver = true
    await Promise.all(partnerBackends)

    assert.deepEqual([...new Set(answers)], [201])
  })

  it('logs no tokens, keys or member identifiers', async () => {
    const members = ['souza', 'ana.souza@cliente.example', 'souza/a', '../souza', 'souza ção', '"souza"\n']
    await call('GET', '/launch?token=segredo', { host: PLAY_HOST })
    await call('GET', '/play/v1/media/chave-secreta/manifest.json', { host: PLAY_HOST })
    for (const member of members.map(encodeURIComponent)) {
      await call('GET', `/partner/v1/users/${member}`, { authorization, 'user-agent': 'souza', referer: 'souza' })
      await call('GET', `//partner/v1//users/${member}/data`, { authorization })
      await call('GET', `/PARTNER/v1/users/${member}`, { authorization })
      await call('GET', `/partner/v1/${member}`, { authorization })
      await call('GET', `/partner/v1/users/${member}%`, { authorization })
      await call('GET', `/painel/membros/${member}?busca=souza`)
      await call('GET', `/panel/v1/members/${member}`)
      await call('GET', `/${member}`, { host: PLAY_HOST })
    }

    const log = await readFile(join(folder, 'access.log'), 'utf8')

    for (const path of ['/launch', '/play/v1/…', '/partner/v1/users/…', '/partner/v1/…', '/painel/…', '/…']) {
      assert.ok(log.includes(`"path":"${path}"`), path)
    }
    assert.doesNotMatch(log, /segredo|chave-secreta|souza|cliente|Basic|Bearer/)
    for (const line of log.trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
  })

  it('stops a flood of guesses from one address, but no calls of a partner', async () => {
    const body = { token: `lt_00000000-0000-7000-8000-000000000000.${'A'.repeat(43)}`, key: pageKey() }
    const guess = () => call('POST', '/play/v1/launch', { host: PLAY_HOST, body })
    const isolated = () => call('GET', '/partner/v1/catalog', { authorization })

    const [guesses, partners] = await Promise.all([
      Promise.all(Array.from({ length: 400 }, guess)),
      Promise.all(Array.from({ length: 200 }, isolated)),
    ])

    const byStatus = Map.groupBy(guesses, ({ status }) => status)
    const [stopped] = byStatus.get(429) ?? []
    assert.deepEqual([...byStatus.keys()].sort(), [401, 429])
    assert.ok((byStatus.get(401)?.length ?? 0) >= 100)
    assert.equal(JSON.parse(stopped?.text ?? '').code, 'TOO_MANY_ATTEMPTS')
    assert.equal(stopped?.headers['retry-after'], '2')
    assert.deepEqual(new Set(partners.map(({ status }) => status)), new Set([200]))
  })
})

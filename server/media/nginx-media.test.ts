import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { freePort } from '../test/free-port.ts'
import { importOnce } from '../test/import-once.ts'
import { openPage } from '../test/people.ts'
import { testApp } from '../test/test-app.ts'

const BOOK = new URL('../../formats/fixtures/audio/relogio.mp3', import.meta.url).pathname
const GUIDE = new URL('../../docs/operacao/midias-pelo-nginx.md', import.meta.url)
const LIFETIME_MS = 60_000

describe('media served by nginx', () => {
  it('are answered with their internal location only, to authorized members only', async () => {
    const { audioUrl, revoke, ask } = await testListening()

    const allowed = await ask(audioUrl)
    const missing = await ask(audioUrl.replace('audio.mp3', 'nada.mp3'))
    await revoke()
    const refused = await ask(audioUrl)

    assert.match(
      allowed.headers.get('x-accel-redirect') ?? '',
      /^\/interno\/midias\/publications\/pub_.*\/1\/audio\.mp3$/,
    )
    assert.equal(allowed.headers.get('content-type'), 'audio/mpeg')
    assert.equal(allowed.headers.get('cache-control'), 'private, max-age=3600, immutable')
    assert.equal((await allowed.arrayBuffer()).byteLength, 0)
    assert.deepEqual([missing.status, refused.status], [404, 401])
    assert.equal(refused.headers.get('x-accel-redirect'), null)
  })

  it('are recordings only: covers and manifests come from the service', async () => {
    const { manifestUrl, coverUrl, ask } = await testListening()

    const [manifest, cover] = [await ask(manifestUrl), await ask(coverUrl)]

    assert.equal((await manifest.json()).metadata.title.length > 0, true)
    assert.ok((await cover.arrayBuffer()).byteLength > 0)
    assert.deepEqual(
      [manifest, cover].map(({ headers }) => headers.get('x-accel-redirect')),
      [null, null],
    )
  })
})

const skip = spawnSync('nginx', ['-v']).error ? 'nginx is not installed' : false

describe('the guide’s nginx, in front of the service', { skip }, () => {
  it('serves recordings completely and in ranges, with safe headers', async () => {
    const { audioUrl, origin, dataDir, ask } = await testListening()
    const bytes = await readFile(`${dataDir}/media/stored${pathIn((await ask(audioUrl)).headers)}`)
    const askNginx = await startNginx(origin, dataDir)

    const whole = await askNginx(audioUrl)
    const part = await askNginx(audioUrl, { headers: { range: 'bytes=100-299' } })
    const behind = await askNginx(audioUrl, { headers: { range: 'bytes=999999999-' } })
    const unchanged = await askNginx(audioUrl, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
    const head = await askNginx(audioUrl, { method: 'HEAD' })

    assert.deepEqual(
      [whole, part, behind, unchanged, head].map(({ status }) => status),
      [200, 206, 416, 304, 200],
    )
    assert.ok(bytes.equals(Buffer.from(await whole.arrayBuffer())))
    assert.ok(bytes.subarray(100, 300).equals(Buffer.from(await part.arrayBuffer())))
    assert.equal(part.headers.get('content-range'), `bytes 100-299/${bytes.length}`)
    assert.equal(head.headers.get('content-length'), String(bytes.length))
    assert.equal(whole.headers.get('content-type'), 'audio/mpeg')
    assert.equal(whole.headers.get('cache-control'), 'private, max-age=3600, immutable')
    assert.equal(whole.headers.get('x-content-type-options'), 'nosniff')
    assert.match(whole.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/)
    assert.equal(whole.headers.get('x-accel-redirect'), null)
  })

  it('serves nothing at the internal location, or to a revoked member', async () => {
    const { audioUrl, origin, dataDir, ask, revoke } = await testListening()
    const internal = (await ask(audioUrl)).headers.get('x-accel-redirect') ?? ''
    const askNginx = await startNginx(origin, dataDir)
    await revoke()

    const answers = [await askNginx(internal), await askNginx(audioUrl)]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 401],
    )
  })

  it('tells the service the caller’s address, and ignores the client’s headers', async () => {
    const { origin, baseUrl, dataDir, db } = await testListening()
    const askNginx = await startNginx(origin, dataDir)

    await askNginx('/panel/v1/session', {
      method: 'POST',
      headers: { origin: baseUrl, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: 'ana@example.com', password: 'errada-errada' }),
    })

    const attempts = await db.read.selectFrom('sign_in_attempt').select('subject').execute()
    assert.ok(
      attempts.some(({ subject }) => subject === 'sign-in:127.0.0.1'),
      JSON.stringify(attempts),
    )
  })
})

function pathIn(headers: Headers): string {
  return (headers.get('x-accel-redirect') ?? '').replace('/interno/midias', '')
}

/** A member's page with one audiobook, of a service with nginx. */
async function testListening() {
  const service = await testApp({ mediaDelivery: 'nginx', trustedProxies: ['127.0.0.1'] })
  const { app, context, partner } = service
  await importOnce(context, [BOOK])
  const page = await openPage(app, partner.authorization, 'u1')
  const [card] = (await page.get('/play/v1/home')).json().newest
  const { manifestUrl } = (await page.get(`/play/v1/publications/${card.id}`)).json().media as { manifestUrl: string }
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    origin,
    baseUrl: context.config.baseUrl,
    db: context.db,
    dataDir: context.config.dataDir,
    manifestUrl,
    audioUrl: manifestUrl.replace('manifest.json', 'audio.mp3'),
    coverUrl: card.cover.url as string,
    revoke: () => service.delete('/partner/v1/users/u1'),
    ask: (path: string) => fetch(origin + path),
  }
}

const running: { kill: () => void; folder: string }[] = []
after(async () => {
  for (const { kill, folder } of running) {
    kill()
    await rm(folder, { recursive: true })
  }
})

/** nginx with the guide's configuration, except for ports, folders and the certificate. */
async function startNginx(origin: string, dataDir: string) {
  const folder = await mkdtemp(join(tmpdir(), 'estante-nginx-media-'))
  const port = await freePort()
  const [, server = ''] = /```nginx\n(.*?)```/s.exec(await readFile(GUIDE, 'utf8')) ?? []
  const settings = server
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replace('http://127.0.0.1:3000', origin)
    .replace('/var/lib/estante/', `${dataDir}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
     daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
     events { worker_connections 64; }
     http {
       access_log off;
       ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
       ${settings}
     }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
    timeout: LIFETIME_MS,
  })
  running.push({ kill: () => nginx.kill(), folder })
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
  await eventually(async () => nginx.exitCode !== null || (await ask('/healthz').then(Boolean, () => false)))
  assert.equal(nginx.exitCode, null, 'nginx did not start')
  return ask
}

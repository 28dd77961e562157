import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { readConfig } from '../server/config.ts'
import { closeContext, openContext } from '../server/context.ts'
import { PRODUCTION } from '../server/environment.ts'
import { eventually } from '../server/test/eventually.ts'
import { freePort } from '../server/test/free-port.ts'
import { startService } from '../server/test/running-service.ts'
import { temporaryFolder } from '../server/test/temporary-folder.ts'
import { addCredential, addPartner } from '../server/test/test-app.ts'
import { API_HOST, PLAY_HOST, proxyClient } from './proxy-client.ts'

const LIFETIME_MS = 60_000
const skip = spawnSync('caddy', ['version']).error ? 'caddy is not installed' : false

it('deploy/Caddyfile delivers events at once, tells who calls, and logs no tokens while the service is away', {
  skip,
}, async () => {
  const folder = await temporaryFolder()
  const [port, servicePort] = [await freePort(), await freePort()]
  const env = {
    DATA_DIR: join(folder, 'data'),
    BASE_URL: `https://${API_HOST}`,
    PLAY_URL: `https://${PLAY_HOST}`,
    TRUST_PROXY: '127.0.0.1',
  }
  const context = await openContext(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  after(() => closeContext(context))
  const { authorization } = await addCredential(context, (await addPartner(context)).id, PRODUCTION)
  const service = await startService({ ...env, PORT: String(servicePort) })
  after(() => service.kill('SIGKILL'))
  const caddy = await startCaddy(folder, port, servicePort)
  const { call, signIn, openEvents } = proxyClient(() => port)

  const readEvents = await openEvents(await signIn(authorization, 'u1'))
  await call('DELETE', '/partner/v1/users/u1', { authorization })
  await eventually(() => /^event: session-ended$/m.test(readEvents()))

  const origin = `https://${API_HOST}`
  const wrong = { email: 'ana@example.com', password: 'errada-errada' }
  await call('POST', '/panel/v1/session', { origin, 'x-forwarded-for': '203.0.113.9', body: wrong, from: '127.0.0.5' })
  const attempts = await context.db.read.selectFrom('sign_in_attempt').select('subject').execute()
  assert.ok(attempts.some(({ subject }) => subject === 'sign-in:127.0.0.5'))

  service.kill('SIGTERM')
  await service.exit
  const paths = ['/launch?token=segredo', '/play/v1/media/segredo/audio.mp3', '/partner/v1/users/segredo']
  for (const path of paths) assert.equal((await call('GET', path, { authorization, from: '127.0.0.5' })).status, 502)
  await eventually(() => caddy.log().split('"status":502').length > paths.length)
  assert.doesNotMatch(caddy.log(), /segredo|127\.0\.0\.5/)
})

/** Starts Caddy with the file, adapted to this machine: ports, no waiting, and a certificate of its own. */
async function startCaddy(folder: string, port: number, servicePort: number) {
  const source = await readFile(new URL('Caddyfile', import.meta.url), 'utf8')
  const settings = source
    .replace(/^\{$/m, `{\nadmin off\nskip_install_trust\nhttps_port ${port}\nhttp_port ${await freePort()}`)
    .replace(/^api.*\{$/m, '$&\ntls internal')
    .replace('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
    .replace('lb_try_duration 10s', '')
  await writeFile(join(folder, 'Caddyfile'), settings)
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LIFETIME_MS,
  })
  after(() => child.kill())
  let log = ''
  child.stderr.on('data', (bytes: Buffer) => {
    log += bytes
  })
  const isReady = () => log.split('certificate obtained successfully').length > 2
  await eventually(() => child.exitCode !== null || isReady())
  assert.equal(child.exitCode, null, log)
  return { log: () => log }
}

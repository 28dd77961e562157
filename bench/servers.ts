import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Route } from '@estante/contract/route.ts'
import { freePort } from '@estante/server/test/free-port.ts'
import { type PinnedProcess, startPinned } from './measure/pinned-process.ts'
import { profilingFlags } from './measure/profile.ts'
import { sendRequest } from './measure/request.ts'
import type { RawRequest } from './measure/requests.ts'
import type { Run } from './run.ts'
import type { DataLocation } from './seed.ts'

const PEERS = fileURLToPath(new URL('peers/', import.meta.url))

/** Starts `estante serve` as in production: durable writes, authentication, rate limits, validation, and a log file. */
export function startEstante(
  run: Run,
  { dataDir, databaseUrl }: DataLocation,
  settings: NodeJS.ProcessEnv = {},
): Promise<PinnedProcess> {
  return startPinned(ours('../server/cli/estante.js'), ['serve', '--json'], {
    env: {
      ...(run.profiles && { NODE_OPTIONS: profilingFlags(run.profiles).join(' ') }),
      ...{ PORT: '0', BASE_URL: 'http://estante.test', LOG_LEVEL: 'info', DATA_DIR: dataDir },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...settings,
    },
    logFile: run.newPath('estante.log'),
  })
}

/**
 * Starts Fastify with a route's schemas and no logic: it answers as Estante answers this request now. With `storage`,
 * it waits for the disk before each answer: for a page of a `journal`, for the request in `rows`, or for the statements
 * of Estante on a copy of its database, without or with the other `duties` of an answer.
 */
export async function startFastify(
  run: Run,
  { path }: Route,
  estante: PinnedProcess,
  request: RawRequest | undefined,
  storage?: 'journal' | 'rows' | { statements: DataLocation } | { duties: DataLocation },
): Promise<PinnedProcess> {
  if (!request) throw new Error('nothing to ask')
  const { text } = await sendRequest(estante.address, request)
  const file = run.newPath('answer.json')
  await writeFile(file, text)
  const stored =
    typeof storage === 'object'
      ? Object.entries(storage).flatMap(([name, { dataDir }]) => [name, join(dataDir, 'estante.db')])
      : storage
        ? [storage, run.newPath(storage)]
        : []
  const args = [ours('ceilings/fastify.ts'), path, file, ...stored]
  return startPinned(process.execPath, args, { logFile: run.newPath('fastify.log') })
}

/** Starts Fastify with one route. */
export function startLeastFastify(run: Run): Promise<PinnedProcess> {
  return startPinned(process.execPath, [ours('ceilings/ready.ts')], { logFile: run.newPath('ready.log') })
}

/** Starts bare `node:http` that sends ranges of one file, without or with the other `duties` of an answer. */
export function startLeastRanges(run: Run, file: string, ...duties: 'duties'[]): Promise<PinnedProcess> {
  const args = [ours('ceilings/ranges.ts'), file, ...duties]
  return startPinned(process.execPath, args, { logFile: run.newPath('ranges.log') })
}

export type Peer = 'better-auth' | 'oidc-provider' | 'fastify-static'

/** Starts a third-party server from `peers/`. */
export function startPeer(run: Run, name: Peer, ...args: string[]): Promise<PinnedProcess> {
  return startPinned(process.execPath, [`${PEERS}${name}.mjs`, ...args], { logFile: run.newPath(`${name}.log`) })
}

/** Installs the peers by their lock file, if missing or outdated. */
export async function installPeers(): Promise<void> {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) =>
    statSync(`${PEERS}${name}`, { throwIfNoEntry: false }),
  )
  if (installed && wanted && installed.mtimeMs > wanted.mtimeMs) return
  const npm = spawn('npm', ['ci', '--omit=optional', '--no-audit', '--no-fund'], { cwd: PEERS, stdio: 'inherit' })
  const [code] = await once(npm, 'exit')
  if (code !== 0) throw new Error('npm ci failed in bench/peers')
}

/** Starts nginx with one worker that sends the files of a folder with `sendfile`. */
export function startNginx(run: Run, root: string): Promise<PinnedProcess> {
  return startNginxWith(run, `root ${root};`)
}

/**
 * Starts nginx in front of Estante, which sends recordings itself after Estante authorizes them
 * (`MEDIA_DELIVERY=nginx`).
 */
export async function startNginxBefore(
  run: Run,
  estante: PinnedProcess,
  dataDir: string,
): Promise<PinnedProcess & { behind: PinnedProcess }> {
  const nginx = await startNginxWith(
    run,
    `location / { proxy_pass http://estante; proxy_http_version 1.1; proxy_set_header Connection ""; }
     location /interno/midias/ { internal; alias ${dataDir}/media/stored/; }`,
    `upstream estante { server ${new URL(estante.address).host}; keepalive 64; keepalive_requests 100000000; }`,
  )
  return { ...nginx, behind: estante }
}

async function startNginxWith(run: Run, site: string, upstream = ''): Promise<PinnedProcess> {
  const port = await freePort()
  const prefix = run.newPath('nginx')
  await mkdir(prefix)
  const conf = `${prefix}/nginx.conf`
  await writeFile(conf, nginxConf(prefix, port, { site, upstream }))
  const ready = JSON.stringify({ address: `http://127.0.0.1:${port}` })
  const nginx = `PATH=$PATH:/usr/sbin exec nginx -p ${prefix} -c ${conf}`
  const server = await startPinned('sh', ['-c', `echo '${ready}'; ${nginx}`], { logFile: `${prefix}/log` })
  await untilListening(port)
  return server
}

function nginxConf(prefix: string, port: number, { site, upstream }: Record<'site' | 'upstream', string>): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${prefix}/pid; error_log ${prefix}/log;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
      types { audio/mpeg mp3; }
      ${temporary.map((name) => `${name}_temp_path ${prefix}/${name};`).join(' ')}
      ${upstream}
      server { listen 127.0.0.1:${port}; ${site} }
    }`
}

async function untilListening(port: number): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(50)
  }
  throw new Error('nginx does not listen')
}

function ours(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

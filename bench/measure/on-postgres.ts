import { startPostgres } from '@estante/server/test/postgres-server.ts'
import type { Run } from '../run.ts'
import { type Instance, type InstanceSize, seedInstance } from '../seed.ts'
import type { Row } from './compare.ts'

/**
 * Measures an instance on a PostgreSQL that syncs at every commit. It runs on the load's core, as on another machine,
 * so only the service's work counts.
 */
export async function measureOnPostgres(
  run: Run,
  size: InstanceSize,
  measure: (instance: Instance) => Promise<Row[]>,
): Promise<Row[]> {
  const postgres = await startPostgres({ isDurable: true })
  try {
    return await measure(await seedInstance({ dataDir: run.newPath('data'), databaseUrl: postgres.url }, size))
  } finally {
    await postgres.stop()
  }
}

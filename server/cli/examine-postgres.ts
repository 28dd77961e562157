import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { VOLATILE_POOL_SIZE } from '../db/postgres.ts'
import type { Finding } from './finding.ts'

const OLDEST_VERSION = 140_000
/** Allowed difference between the database's clock and the nodes', which decide when sessions expire. */
const CLOCK_DIFFERENCE_MS = 2000

/** Checks that apply to PostgreSQL only. */
export async function examinePostgres({ config, db, clock }: Context): Promise<Finding[]> {
  const sentAt = clock.now()
  const { rows } = await sql<{ version: string; number: number; commit: string; connections: number; now: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('synchronous_commit') as commit,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      extract(epoch from clock_timestamp()) * 1000 as now
  `.execute(db.read)
  const { version, number, commit, connections, now } = rows[0]!
  const receivedAt = clock.now()
  // The database's clock was read between the two.
  const difference = Math.round(Math.max(0, now - receivedAt, sentAt - now))
  const ofEachNode = config.databasePoolSize + VOLATILE_POOL_SIZE + 1
  const nodes = Math.floor(connections / ofEachNode)
  return [
    {
      subject: 'PostgreSQL',
      state: number < OLDEST_VERSION ? 'bad' : 'ok',
      detail: `versão ${version}${number < OLDEST_VERSION ? ': o serviço precisa da 14 ou mais nova' : ''}, synchronous_commit=${commit}`,
    },
    {
      subject: 'Relógio',
      state: difference > CLOCK_DIFFERENCE_MS ? 'warn' : 'ok',
      detail: difference === 0 ? 'o mesmo do banco' : `${difference} ms de diferença para o do banco`,
    },
    {
      subject: 'Conexões',
      state: nodes < 1 ? 'bad' : nodes < 2 ? 'warn' : 'ok',
      detail: `até ${ofEachNode} por nó: cabem ${nodes} nós nas ${connections} que o banco aceita`,
    },
  ]
}

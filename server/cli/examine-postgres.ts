import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { VOLATILE_POOL_SIZE } from '../db/postgres.ts'
import { measureClockSkew } from '../health/clock-skew.ts'
import type { Finding } from './finding.ts'

const OLDEST_VERSION = 140_000

/** Checks that apply to PostgreSQL only. */
export async function examinePostgres(context: Context): Promise<Finding[]> {
  const { config, db } = context
  const { rows } = await sql<{ version: string; number: number; commit: string; connections: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('synchronous_commit') as commit,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections
  `.execute(db.read)
  const { version, number, commit, connections } = rows[0]!
  const ofEachNode = config.databasePoolSize + VOLATILE_POOL_SIZE + 1
  const nodes = Math.floor(connections / ofEachNode)
  return [
    {
      subject: 'PostgreSQL',
      state: number < OLDEST_VERSION ? 'bad' : 'ok',
      detail: `versão ${version}${number < OLDEST_VERSION ? ': o serviço precisa da 14 ou mais nova' : ''}, synchronous_commit=${commit}`,
    },
    examineClock(await measureClockSkew(context)),
    {
      subject: 'Conexões',
      state: nodes < 1 ? 'bad' : nodes < 2 ? 'warn' : 'ok',
      detail: `até ${ofEachNode} por nó: ${howManyFit(nodes)} nas ${connections} que o banco aceita`,
    },
  ]
}

function howManyFit(nodes: number): string {
  if (nodes < 1) return 'não cabe nenhum nó'
  return nodes === 1 ? 'cabe 1 nó' : `cabem ${nodes} nós`
}

function examineClock(skewMs: number | undefined): Finding {
  const subject = 'Relógio'
  if (skewMs === undefined) return { subject, state: 'ok', detail: 'o mesmo do banco' }
  const detail = `${Math.abs(skewMs)} ms ${skewMs > 0 ? 'adiantado' : 'atrasado'} em relação ao do banco: acerte os dois por NTP`
  return { subject, state: 'warn', detail }
}

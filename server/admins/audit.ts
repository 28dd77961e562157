import type { AuditAct } from '@estante/contract/panel/audit.ts'
import { newId } from '../db/ids.ts'
import type { Database, Transaction } from '../db/open.ts'
import type { AuditRow } from '../db/tables.ts'

/** Who acts, as it will be read later. */
export interface Actor {
  /** Null for operators. */
  partnerId: string | null
  /** Null when nobody is signed in. */
  email: string | null
  /** Null for the command line. */
  address: string | null
}

/** The operator at the command line, acting on a team. */
export function commandLine(partnerId: string | null): Actor {
  return { partnerId, email: null, address: null }
}

/** Writes down an act, together with it. Nothing changes or removes a row afterwards. */
export async function appendAudit(
  tx: Transaction,
  now: number,
  { partnerId, email, address }: Actor,
  act: AuditAct,
  subject: string | null = null,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ id: newId('aud'), partner_id: partnerId, at: now, actor: email, act, subject, address })
    .execute()
}

/** A page of what a team did, newest first, from before the given id. */
export async function readAudit(
  db: Database,
  partnerId: string | null,
  before: string | undefined,
  limit: number,
): Promise<AuditRow[]> {
  return db.read
    .selectFrom('audit')
    .selectAll()
    .where('partner_id', partnerId === null ? 'is' : '=', partnerId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

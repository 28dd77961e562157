import type { AuditAct } from '@estante/contract/audit-sentence.ts'
import type { AuditDetail, AuditEntry } from '@estante/contract/panel/audit.ts'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Member } from '../db/tables.ts'

export interface Actor {
  /** The partner whose team the actor belongs to; null for operators. */
  partnerId: number | null
  /** Null when nobody is signed in. */
  email: string | null
  /** Null at the command line. */
  address: string | null
  /** An operator in the panel, acting on a partner. */
  isOperator?: true
  /** Only `UNAUDITED`. */
  isUnaudited?: true
}

/**
 * For a call that writes no entry: nobody is to be named (the sweep, a seed, a test), the request log names them (the
 * Partner API), or the call is a step of another act.
 */
export const UNAUDITED: Actor = { partnerId: null, email: null, address: null, isUnaudited: true }

/** Returns the operator at the command line, acting on a partner. */
export function commandLine(partnerId: number | null): Actor {
  return { partnerId, email: null, address: null }
}

export type MemberAct = Extract<AuditAct, `member-${string}`>
/** Any other action. Its subject is never looked up. */
export type PlainAct = Exclude<AuditAct, MemberAct>

/** The longest value that an entry repeats. A longer one, such as a description, is only named. */
const LONGEST_VALUE = 80

/** Describes a change of fields: the names of the changed ones, and their values if short. */
export function changedFields<Field extends string>(
  before: Readonly<Record<Field, string | null>>,
  after: Readonly<Record<Field, string | null>>,
): AuditDetail & { fields: string } {
  const changed = (Object.keys(after) as Field[]).filter((field) => before[field] !== after[field])
  const values = changed.flatMap((field) => {
    const [from, to] = [before[field] ?? '', after[field] ?? '']
    if (Math.max(from.length, to.length) > LONGEST_VALUE) return []
    return [
      [`${field}.from`, from],
      [`${field}.to`, to],
    ]
  })
  return { ...Object.fromEntries(values), fields: changed.join(', ') }
}

/** Appends an entry in the transaction of the action. Only the erasure of a member ever changes an entry. */
export async function appendAudit(
  tx: Transaction,
  now: number,
  actor: Actor,
  act: PlainAct,
  subject: string | null = null,
  detail: AuditDetail | null = null,
): Promise<void> {
  await append(tx, now, actor, { act, subject, detail, member_id: null })
}

/**
 * Appends an entry about a member, linked to their row for erasure and export. Writes nothing when the member was
 * erased meanwhile: the entry would identify them.
 */
export async function appendMemberAudit(
  tx: Transaction,
  now: number,
  actor: Actor,
  act: MemberAct,
  { partner_id, id, public_id, external_user_id }: Member,
): Promise<void> {
  if (actor.isUnaudited) return
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('partner_id', '=', partner_id)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) return
  // Not by e-mail: the partner may remove it.
  await append(tx, now, actor, { act, subject: external_user_id ?? public_id, detail: null, member_id: id })
}

/** Appends an entry about the erasure of a member, by the pseudonym that stays in reports. */
export async function appendErasure(tx: Transaction, now: number, actor: Actor, pseudonym: string): Promise<void> {
  await append(tx, now, actor, { act: 'member-erased', subject: pseudonym, detail: null, member_id: null })
}

interface Entry {
  act: AuditAct
  subject: string | null
  detail: AuditDetail | null
  member_id: number | null
}

async function append(tx: Transaction, now: number, actor: Actor, { detail, ...entry }: Entry): Promise<void> {
  const { partnerId, email, address, isOperator, isUnaudited } = actor
  if (isUnaudited) return
  await tx
    .insertInto('audit')
    .values({
      id: newId('aud'),
      partner_id: partnerId,
      at: now,
      actor: email,
      address,
      ...entry,
      detail: detail && JSON.stringify(detail),
      by_operator: isOperator ? 1 : 0,
    })
    .execute()
}

export interface AuditQuery {
  /** The partner; undefined for all, which only operators may read. */
  partnerId: number | undefined
  /** Operators see which operator acted on a partner, and from where. */
  isForOperator: boolean
  acts?: string[]
  /** Part of the actor's e-mail, where it is shown, or of the subject's name. */
  search?: string
  /** Epoch milliseconds, `until` exclusive. */
  from?: number
  until?: number
}

/** Entries scanned for one page, however few match: the next page continues from there. */
const SCAN_LIMIT = 20_000

/** Reads a page of the audit, newest first, from before the given id; `last` is the id to go on from. */
export async function readAudit(
  db: Database,
  { partnerId, isForOperator, acts, search, from, until }: AuditQuery,
  before: string | undefined,
  limit: number,
): Promise<{ items: AuditEntry[]; last: string | undefined }> {
  const isFiltered = [acts, search, from, until].some((one) => one !== undefined)
  const rows = await db.read
    .selectFrom(
      latest()
        .limit(isFiltered ? SCAN_LIMIT : limit + 1)
        .as('audit'),
    )
    .leftJoin('partner', 'partner.id', 'audit.partner_id')
    .selectAll('audit')
    .select(['partner.name', 'partner.slug'])
    .$if(acts !== undefined, (query) => query.where('act', 'in', (acts ?? []) as AuditAct[]))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? 0))
    .$if(search !== undefined, (query) =>
      query.where(({ and, eb, or }) => {
        const byActor = contains('actor', search ?? '')
        // Searching by a hidden field would reveal it, letter by letter.
        const byVisibleActor = isForOperator ? byActor : and([eb('by_operator', '=', 0), byActor])
        return or([byVisibleActor, contains('subject', search ?? '')])
      }),
    )
    .orderBy('audit.id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit).map((row) => {
    // A partner sees that an operator acted, but neither which one nor from where.
    const isHidden = row.by_operator === 1 && !isForOperator
    return {
      id: row.id,
      at: new Date(row.at).toISOString(),
      actor: isHidden ? null : row.actor,
      isByOperator: row.by_operator === 1,
      partner: isForOperator && row.name !== null ? { name: row.name, slug: row.slug ?? '' } : null,
      act: row.act,
      subject: row.subject,
      detail: row.detail === null ? null : (JSON.parse(row.detail) as AuditDetail),
      address: isHidden ? null : row.address,
    }
  })
  if (rows.length > limit) return { items, last: items.at(-1)?.id }
  if (!isFiltered) return { items, last: undefined }
  const last = await latest()
    .offset(SCAN_LIMIT - 1)
    .limit(1)
    .executeTakeFirst()
  // The following entries are older still.
  const isOver = last === undefined || (from !== undefined && last.at < from)
  return { items, last: isOver ? undefined : last.id }

  function latest() {
    return db.read
      .selectFrom('audit')
      .selectAll()
      .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? 0))
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
      .orderBy('id', 'desc')
  }
}

/** Whether a column contains a text, whatever its case. Neither database changes that of a letter beyond ASCII. */
function contains(column: 'actor' | 'subject', search: string) {
  const text = search.normalize('NFC').toLowerCase()
  const lower = [...new Set(text.match(/[^\x00-\x7f]/gu))].reduce(
    (value, letter) => sql`replace(${value}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${sql.ref(column)})`,
  )
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  // The length first: a long search may have two hundred letters to replace.
  return sql<boolean>`length(${sql.ref(column)}) >= ${[...text].length} and ${lower} like ${pattern} escape '\\'`
}

import type { Database, Transaction } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Member } from '../db/tables.ts'
import { toSearchText } from '../search-text.ts'

/** The most words of a name that are indexed, and of a search that are looked up. */
const WORDS = 16
const WORD_LENGTH = 40

/** Splits a name, or a search, into normalized words: lower case, without accents or duplicates. */
export function toNameWords(text: string | null): string[] {
  const words = toSearchText(text ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, WORD_LENGTH).join(''))
  return [...new Set(words)].slice(0, WORDS)
}

/** Indexes the words of members' names. Existing ones stay. */
export async function addNameWords(
  kind: Database['kind'],
  tx: Transaction,
  members: readonly Pick<Member, 'partner_id' | 'id' | 'environment' | 'name'>[],
): Promise<void> {
  const rows = members.flatMap(({ partner_id, id, environment, name }) =>
    toNameWords(name).map((word) => ({ partner_id, member_id: id, word, environment })),
  )
  // In one order on every node, to avoid deadlocks.
  rows.sort((one, other) => one.member_id - other.member_id)
  if (rows.length > 0) await insertWords(kind, tx, rows)
}

const insertWords = insertRows('member_word', {
  partner_id: 'integer',
  member_id: 'integer',
  word: 'text',
  environment: 'integer',
})

/** Indexes a member's new name, in the transaction that changed it. */
export async function replaceNameWords(tx: Transaction, member: Member): Promise<void> {
  await tx
    .deleteFrom('member_word')
    .where('partner_id', '=', member.partner_id)
    .where('member_id', '=', member.id)
    .execute()
  const { partner_id, id, environment, name } = member
  const rows = toNameWords(name).map((word) => ({ partner_id, member_id: id, word, environment }))
  if (rows.length === 0) return
  await tx
    .insertInto('member_word')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

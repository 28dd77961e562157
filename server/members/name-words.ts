import type { Database, Transaction } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Member } from '../db/tables.ts'

/** Of a name of 256 characters; nobody looks for more. */
const WORDS = 16
const WORD_LENGTH = 40

/** The words of a name, or of what is looked for, as they are compared: lower case, without accents, each once. */
export function toNameWords(text: string | null): string[] {
  const words = (text ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, WORD_LENGTH).join(''))
  return [...new Set(words)].slice(0, WORDS)
}

/** Writes the words of members' names. Those that are there stay. */
export async function addNameWords(
  kind: Database['kind'],
  tx: Transaction,
  members: readonly Pick<Member, 'partner_id' | 'id' | 'environment' | 'name'>[],
): Promise<void> {
  const rows = members.flatMap(({ partner_id, id, environment, name }) =>
    toNameWords(name).map((word) => ({ partner_id, member_id: id, word, environment })),
  )
  // In one order on every node, so that none waits for another that waits for it.
  rows.sort((one, other) => one.member_id - other.member_id)
  if (rows.length > 0) await insertWords(kind, tx, rows)
}

const insertWords = insertRows('member_word', {
  partner_id: 'integer',
  member_id: 'integer',
  word: 'text',
  environment: 'text',
})

/** Has a member found by their name as it is now, in the same transaction that changed it. */
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

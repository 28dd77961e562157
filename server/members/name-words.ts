import type { Transaction } from '../db/database.ts'
import type { Member } from '../db/tables.ts'
import { preparedUpsert } from '../db/upsert.ts'
import { flushWrites } from '../db/write-buffer.ts'
import { toSearchText } from '../search-text.ts'
import { memberKeyOf, ofMember } from '../tenancy.ts'

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
  tx: Transaction,
  members: readonly Pick<Member, 'partner_id' | 'id' | 'environment' | 'name'>[],
): Promise<void> {
  const rows = members.flatMap(({ partner_id, id, environment, name }) =>
    toNameWords(name).map((word) => ({ partner_id, member_id: id, word, environment })),
  )
  await Promise.all(rows.map((row) => insertWord(tx, row)))
}

const insertWord = preparedUpsert('member_word', {
  key: ['partner_id', 'member_id', 'word'],
  insertOnly: ['environment'],
})

/** Indexes a member's new name, in the transaction that changed it. */
export async function replaceNameWords(tx: Transaction, member: Member): Promise<void> {
  // Words of an earlier name: an import may rename a member twice in a transaction.
  await flushWrites(tx)
  await tx
    .deleteFrom('member_word')
    .where(ofMember(memberKeyOf(member)))
    .execute()
  await addNameWords(tx, [member])
}

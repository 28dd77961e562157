import { MAX_LISTED, MAX_LISTS } from '@estante/contract/play/lists.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { toKey, toUuid } from '../db/ids.ts'
import { ApiError } from '../http/errors.ts'
import { formsOfWork } from '../publications/works.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'

interface List {
  id: string
  name: string
  /** Ids of publications, last added first, whether or not the member may see them now. */
  titles: number[]
}

/** Reads the member's lists, last created first; only one of them with `id`. */
export async function readLists(db: Connection, { partnerId, memberId }: MemberKey, id?: string): Promise<List[]> {
  const rows = await db
    .selectFrom('member_list as list')
    .leftJoin('member_list_title as listed', (join) =>
      join
        .onRef('listed.partner_id', '=', 'list.partner_id')
        .onRef('listed.member_id', '=', 'list.member_id')
        .onRef('listed.list_id', '=', 'list.id'),
    )
    .select(['list.id', 'list.name', 'listed.publication_id'])
    .where('list.partner_id', '=', partnerId)
    .where('list.member_id', '=', memberId)
    .$if(id !== undefined, (query) => query.where('list.id', '=', toKey(id!)))
    .orderBy('list.created_at', 'desc')
    .orderBy('list.id')
    .orderBy('listed.added_at', 'desc')
    .orderBy('listed.publication_id', 'desc')
    .execute()
  const lists = new Map<string, List>()
  for (const { id: key, name, publication_id } of rows) {
    const id = toUuid(key)
    const list = lists.get(id) ?? { id, name, titles: [] }
    lists.set(id, list)
    if (publication_id !== null) list.titles.push(publication_id)
  }
  return [...lists.values()]
}

/** Creates a list, or renames it. */
export async function saveList(
  tx: Transaction,
  now: number,
  { partnerId, memberId }: MemberKey,
  id: string,
  name: string,
): Promise<void> {
  const ids = await tx.selectFrom('member_list').select('id').where(ofMember({ partnerId, memberId })).execute()
  if (ids.length >= MAX_LISTS && !ids.some((one) => toUuid(one.id) === id)) throw new ApiError('LISTS_FULL')
  await tx
    .insertInto('member_list')
    .values({ partner_id: partnerId, member_id: memberId, id: toKey(id), name, created_at: now })
    .onConflict((conflict) => conflict.columns(['partner_id', 'member_id', 'id']).doUpdateSet({ name }))
    .execute()
}

export async function deleteList(tx: Transaction, member: MemberKey, id: string): Promise<void> {
  await tx.deleteFrom('member_list_title').where(ofMember(member)).where('list_id', '=', toKey(id)).execute()
  await tx.deleteFrom('member_list').where(ofMember(member)).where('id', '=', toKey(id)).execute()
}

export async function addToList(
  tx: Transaction,
  now: number,
  member: MemberKey,
  id: string,
  publicationId: number,
): Promise<void> {
  const [list] = await readLists(tx, member, id)
  if (!list) throw new ApiError('LIST_NOT_FOUND')
  if (list.titles.includes(publicationId)) return
  if (list.titles.length >= MAX_LISTED) throw new ApiError('LIST_FULL')
  const { partnerId, memberId } = member
  await tx
    .insertInto('member_list_title')
    .values({
      partner_id: partnerId,
      member_id: memberId,
      list_id: toKey(id),
      publication_id: publicationId,
      added_at: now,
    })
    .execute()
}

/** Removes a work from a list, in both forms. */
export async function removeFromList(tx: Transaction, member: MemberKey, id: string, publicId: string): Promise<void> {
  await tx
    .deleteFrom('member_list_title')
    .where(ofMember(member))
    .where('list_id', '=', toKey(id))
    .where('publication_id', 'in', formsOfWork(tx, publicId))
    .execute()
}

import * as contract from '@estante/contract/play/lists.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { toCover } from '../covers/cover.ts'
import type { Transaction } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { readEntries, toCard } from '../library/cards.ts'
import { lockLiveMember, type SignedInMember } from '../members/member-session.ts'
import { findPublication } from '../publications/publication.ts'
import { dedupeByWork } from '../publications/works.ts'
import type { PartnerTitles, TitleIndex } from '../title-search/title-index.ts'
import { addToList, deleteList, readLists, removeFromList, saveList } from './lists.ts'

const COVERS = 3

export function listRoutes(app: FastifyInstance, context: Context, index: TitleIndex): void {
  const { db, clock } = context

  async function answer(member: SignedInMember): Promise<contract.MemberLists> {
    const [titles, lists] = await Promise.all([index.of(member.partnerId), readLists(db.read, member)])
    return {
      items: lists.map((list) => {
        const available = availableOf(titles, list.titles)
        return {
          id: list.id,
          name: list.name,
          titles: available.map(({ public_id }) => public_id),
          covers: available.slice(0, COVERS).map(toCover),
        }
      }),
    }
  }

  async function change(
    member: SignedInMember,
    write: (tx: Transaction) => Promise<void>,
  ): Promise<contract.MemberLists> {
    await db.write(async (tx) => {
      await lockLiveMember(tx, member)
      await write(tx)
    })
    return answer(member)
  }

  serve(app, contract.getLists, ({ request }) => answer(request.member))

  serve(app, contract.getList, async ({ params, request: { member } }) => {
    const [titles, [list]] = await Promise.all([index.of(member.partnerId), readLists(db.read, member, params.id)])
    if (!list) throw new ApiError('LIST_NOT_FOUND')
    const available = availableOf(titles, list.titles)
    const entries = await readEntries(db.read, member, titles, available)
    return { id: list.id, name: list.name, items: available.map((title) => toCard(titles, title, entries)) }
  })

  serve(app, contract.saveList, ({ params, body, request: { member } }) =>
    change(member, (tx) => saveList(tx, clock.now(), member, params.id, body.name)),
  )

  serve(app, contract.deleteList, ({ params, request: { member } }) =>
    change(member, (tx) => deleteList(tx, member, params.id)),
  )

  serve(app, contract.addToList, ({ params, request: { member } }) =>
    change(member, async (tx) => {
      const now = clock.now()
      const publication = await findPublication(tx, now, member.partnerId, params.title)
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      await addToList(tx, now, member, params.id, publication.id)
    }),
  )

  serve(app, contract.removeFromList, ({ params, request: { member } }) =>
    change(member, (tx) => removeFromList(tx, member, params.id, params.title)),
  )
}

/** Selects the titles that the member may open now, each work once. */
function availableOf(titles: PartnerTitles, ids: number[]) {
  return dedupeByWork(ids.flatMap((id) => titles.find(id) ?? []))
}

import type { Static } from 'typebox'
import { PageUuid } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { nameText, storableText } from '../text.ts'
import { Cover, PublicationCard } from './publications.ts'

export const MAX_LISTS = 50
export const MAX_LISTED = 200

const TitleId = storableText({ maxLength: 64 })
const ListName = nameText({ minLength: 1, maxLength: 60 })
const ListPath = Type.Object({ id: PageUuid })
const ListedPath = Type.Object({ id: PageUuid, title: TitleId })

export const MemberList = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The titles that the member can open now, the last added first; of a work in both forms, the added one. */
  titles: Type.Array(Type.String()),
  /** Covers of the first three titles. */
  covers: Type.Array(Cover),
})
export type MemberList = Static<typeof MemberList>

export const MemberLists = Type.Object({
  /** The last created first. */
  items: Type.Array(MemberList),
})
export type MemberLists = Static<typeof MemberLists>

/** The same on every device. */
export const getLists = route('GET', '/play/v1/lists', {
  access: 'member',
  answer: MemberLists,
})

/** The last added first. */
export const getList = route('GET', '/play/v1/lists/:id', {
  access: 'member',
  params: ListPath,
  answer: Type.Object({ id: Type.String(), name: Type.String(), items: Type.Array(PublicationCard) }),
})

/** Idempotent. */
export const saveList = route('PUT', '/play/v1/lists/:id', {
  access: 'member',
  params: ListPath,
  body: Type.Object({ name: ListName }),
  answer: MemberLists,
})

/** Its titles stay in other lists and the library. Idempotent. */
export const deleteList = route('DELETE', '/play/v1/lists/:id', {
  access: 'member',
  params: ListPath,
  answer: MemberLists,
})

/** Idempotent. */
export const addToList = route('PUT', '/play/v1/lists/:id/titles/:title', {
  access: 'member',
  params: ListedPath,
  answer: MemberLists,
})

/** Removes both forms of a title. Idempotent. */
export const removeFromList = route('DELETE', '/play/v1/lists/:id/titles/:title', {
  access: 'member',
  params: ListedPath,
  answer: MemberLists,
})

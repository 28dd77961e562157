import type { Static } from 'typebox'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { nameText, storableText } from '../text.ts'
import { Cover, PublicationCard } from './publications.ts'

export const MAX_LISTS = 50
export const MAX_LISTED = 200

const TitleId = storableText({ maxLength: 64 })
/** Minted by the page. */
const ListId = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const ListName = nameText({ minLength: 1, maxLength: 60 })
const ListPath = Type.Object({ id: ListId })
const ListedPath = Type.Object({ id: ListId, title: TitleId })

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

const success = { status: 200, description: 'The lists as they are now.', schema: MemberLists } as const

export const getLists = route({
  method: 'GET',
  path: '/play/v1/lists',
  access: 'member',
  operationId: 'getLists',
  summary: 'List the lists of the member',
  description: 'The same on every device.',
  success,
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const getList = route({
  method: 'GET',
  path: '/play/v1/lists/:id',
  access: 'member',
  operationId: 'getList',
  summary: 'Get a list with its titles',
  params: ListPath,
  description: 'The last added first.',
  success: {
    status: 200,
    description: 'The list.',
    schema: Type.Object({ id: Type.String(), name: Type.String(), items: Type.Array(PublicationCard) }),
  },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'LIST_NOT_FOUND'],
})

export const saveList = route({
  method: 'PUT',
  path: '/play/v1/lists/:id',
  access: 'member',
  operationId: 'saveList',
  summary: 'Create or rename a list',
  description: 'Idempotent.',
  params: ListPath,
  body: Type.Object({ name: ListName }),
  success,
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'LISTS_FULL'],
})

export const deleteList = route({
  method: 'DELETE',
  path: '/play/v1/lists/:id',
  access: 'member',
  operationId: 'deleteList',
  summary: 'Delete a list',
  description: 'Its titles stay in other lists and the library. Idempotent.',
  params: ListPath,
  success,
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN'],
})

export const addToList = route({
  method: 'PUT',
  path: '/play/v1/lists/:id/titles/:title',
  access: 'member',
  operationId: 'addToList',
  summary: 'Add a title to a list',
  description: 'Idempotent.',
  params: ListedPath,
  success,
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'LIST_NOT_FOUND', 'PUBLICATION_NOT_FOUND', 'LIST_FULL'],
})

export const removeFromList = route({
  method: 'DELETE',
  path: '/play/v1/lists/:id/titles/:title',
  access: 'member',
  operationId: 'removeFromList',
  summary: 'Remove a title from a list',
  description: 'In both its forms. Idempotent.',
  params: ListedPath,
  success,
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN'],
})

import { isCode } from '@estante/client/answer.ts'
import { createChangeableResource } from '@estante/client/changeable-resource.ts'
import type { MemberList, MemberLists } from '@estante/contract/play/lists.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { mintUuid } from '../activity/lease.ts'
import { api } from '../session/api.ts'
import { getData } from '../session/resource.ts'
import { text } from './text.ts'

type Listable = Pick<PublicationCard, 'id' | 'cover' | 'otherForm'>

/** The member's lists, synchronized across devices. */
export const lists = createChangeableResource<MemberLists>(() => getData('/play/v1/lists'))

/** Whether a list contains a work, in either form. */
export function isInList({ titles }: MemberList, { id, otherForm }: Pick<Listable, 'id' | 'otherForm'>): boolean {
  return titles.includes(id) || (otherForm !== null && titles.includes(otherForm.id))
}

/** Creates a list, optionally with a title. Updates the screen optimistically. */
export async function createList(name: string, publication?: Listable): Promise<void> {
  const id = mintUuid()
  const created = { id, name, titles: [], covers: [] }
  const isCreated = await change(
    (items) => [created, ...items.filter((list) => list.id !== id)],
    () => api.put(`/play/v1/lists/${id}`, { name }),
  )
  if (isCreated && publication) await toggleInList(created, publication)
}

export function renameList({ id }: MemberList, name: string) {
  return change(
    (items) => items.map((list) => (list.id === id ? { ...list, name } : list)),
    () => api.put(`/play/v1/lists/${id}`, { name }),
  )
}

export function deleteList({ id }: MemberList) {
  return change(
    (items) => items.filter((list) => list.id !== id),
    () => api.delete(`/play/v1/lists/${id}`),
  )
}

export function toggleInList(list: MemberList, publication: Listable) {
  const { id, cover, otherForm } = publication
  const isIn = isInList(list, publication)
  const toggle = (current: MemberList): MemberList => {
    if (isInList(current, publication) !== isIn) return current
    const titles = current.titles.filter((one) => one !== id && one !== otherForm?.id)
    // Covers of other titles are known only to the service.
    if (isIn) return { ...current, titles }
    return { ...current, titles: [id, ...titles], covers: [cover, ...current.covers].slice(0, 3) }
  }
  const path = `/play/v1/lists/${list.id}/titles/${id}` as const
  return change(
    (items) => items.map((one) => (one.id === list.id ? toggle(one) : one)),
    () => (isIn ? api.delete(path) : api.put(path)),
  )
}

async function change(apply: (items: MemberList[]) => MemberList[], send: () => Promise<MemberLists>) {
  try {
    await lists.change((current) => ({ items: apply(current?.items ?? []) }), send)
    return true
  } catch (reason) {
    showToast(isCode(reason, 'LIST_FULL') ? text.full : isCode(reason, 'LISTS_FULL') ? text.tooMany : text.failed)
    return false
  }
}

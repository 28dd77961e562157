import { effect } from '@preact/signals'
import { api, memberSession } from '../session/api.ts'
import { createPublicationList } from './publication-list.ts'

/** What Explorar shows, kept while the member visits other screens. */
export const explored = createPublicationList((path, signal) => api.get(path, { signal }))

/** Every e-book. */
export const allEbooks = createPublicationList((path, signal) => api.get(path, { signal }))

effect(() => {
  if (!memberSession.isOver.value) return
  explored.clear()
  allEbooks.clear()
})

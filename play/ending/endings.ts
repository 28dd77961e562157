import { memoizeLru } from '@estante/client/memoize-lru.ts'
import { createResource, dropResource } from '@estante/client/resource.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import { getData } from '../session/resource.ts'

/** Returns the resource of a title's ending. Only the latest one is cached. */
export const endingOf = memoizeLru(
  1,
  (id: string) => createResource(() => getData(`/play/v1/publications/${id}/ending`) as Promise<Ending>),
  dropResource,
)

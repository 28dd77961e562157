import { createResource, dropResource, type Resource } from '@estante/client/resource.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import { getPatiently } from '../session/resource.ts'

let latest: { id: string; ending: Resource<Ending> } | undefined

/** Returns the resource of a title's ending. Only the latest one is cached. */
export function endingOf(id: string): Resource<Ending> {
  if (latest?.id === id) return latest.ending
  if (latest) dropResource(latest.ending)
  latest = {
    id,
    ending: createResource<Ending>(() => getPatiently(`/play/v1/publications/${id}/ending`) as Promise<Ending>),
  }
  return latest.ending
}

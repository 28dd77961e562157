import { isCode } from '@estante/client/answer.ts'
import { memoizeLru } from '@estante/client/memoize-lru.ts'
import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { createResource, dropResource, type Resource } from '@estante/client/resource.ts'
import type { RelatedTitles } from '@estante/contract/play/discovery.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { useEffect } from 'preact/hooks'
import { getData } from '../session/resource.ts'

const MAX_CACHED = 12

interface TitleResources {
  /** `gone`: the member cannot open such a title. */
  title: Resource<PublicationDetail | 'gone'>
  related: Resource<RelatedTitles>
}

/**
 * Loads a title and related ones, again each time its page opens; the title also when the member returns to the page.
 */
export function useTitle(id: string): TitleResources {
  const resources = resourcesOf(id)
  usePollWhileVisible(resources.title.load)
  useEffect(() => void resources.related.load(), [resources])
  return resources
}

/** The last titles are shown from memory when the member returns to them. */
const resourcesOf = memoizeLru(
  MAX_CACHED,
  (id: string): TitleResources => ({
    title: createResource<PublicationDetail | 'gone'>(() =>
      getData(`/play/v1/publications/${id}`).catch((reason) => {
        if (isCode(reason, 'PUBLICATION_NOT_FOUND')) return 'gone'
        throw reason
      }),
    ),
    related: createResource(() => getData(`/play/v1/publications/${id}/related`) as Promise<RelatedTitles>),
  }),
  ({ title, related }) => {
    dropResource(title)
    dropResource(related)
  },
)

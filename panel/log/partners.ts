import { createResource } from '@estante/client/resource.ts'
import type { listPartners } from '@estante/contract/panel/partners.ts'
import { call } from '../admin-session/call.ts'

/** With more partners, there is no choice here: the partner's screen links to its log. */
const PAGES = 10

/** The partners to choose from, by name. */
export const allPartners = createResource(async () => {
  const partners: { name: string; slug: string }[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const query = new URLSearchParams(cursor === null ? {} : { cursor })
    const { items, nextCursor } = await call<typeof listPartners>('GET', `/panel/v1/partners?${query}`)
    partners.push(...items.map(({ name, slug }) => ({ name, slug })))
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return partners.sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'))
})

import { createFilteredPages } from '@estante/client/pages.ts'
import { createResource, type Resource } from '@estante/client/resource.ts'
import type {
  changePublicationState,
  editPublication,
  featurePublication,
  getCatalogSummary,
  getPanelPublication,
  listPublications,
  PanelPublication,
  PanelPublicationDetail,
  previewPublication,
  putCover,
  removeCover,
  restrictToPartners,
} from '@estante/contract/panel/publications.ts'
import type { Body, Query } from '@estante/contract/route.ts'
import { call, nullIfNotFound, putFile } from '../admin-session/call.ts'

export type CatalogFilters = Omit<Query<typeof listPublications>, 'cursor'>

/** The number of titles in each state. */
export const summary = createResource(() => call<typeof getCatalogSummary>('GET', '/panel/v1/publications/summary'))

/** The titles that match, newest first. */
export const titlesOf = createFilteredPages<CatalogFilters, PanelPublication>((query) =>
  call<typeof listPublications>('GET', `/panel/v1/publications?${new URLSearchParams({ ...query })}`),
)

/** A title, from the service and from the actions here: null for an unknown one. */
export interface Title extends Resource<PanelPublicationDetail | null> {
  id: string
}

/** A title, and its known detail. */
export interface TitleProps {
  title: Title
  detail: PanelPublicationDetail
}

export function createTitle(id: string): Title {
  const request = () => nullIfNotFound(call<typeof getPanelPublication>('GET', `/panel/v1/publications/${id}`))
  return Object.assign(createResource(request), { id })
}

export async function saveMetadata(title: Title, body: Body<typeof editPublication>) {
  title.put(await call<typeof editPublication>('PUT', `/panel/v1/publications/${title.id}`, body))
}

export async function changeState(title: Title, body: Body<typeof changePublicationState>) {
  title.put(await call<typeof changePublicationState>('PUT', `/panel/v1/publications/${title.id}/state`, body))
}

export async function feature(title: Title, isFeatured: boolean) {
  const path = `/panel/v1/publications/${title.id}/featured` as const
  title.put(await call<typeof featurePublication>('PUT', path, { isFeatured }))
}

export async function changePartners(title: Title, body: Body<typeof restrictToPartners>) {
  const path = `/panel/v1/publications/${title.id}/partners` as const
  title.put(await call<typeof restrictToPartners>('PUT', path, body))
}

export async function changeCover(title: Title, picture: File) {
  title.put(await putFile<typeof putCover>(`/panel/v1/publications/${title.id}/cover`, picture))
}

export async function goBackToFileCover(title: Title) {
  title.put(await call<typeof removeCover>('DELETE', `/panel/v1/publications/${title.id}/cover`))
}

/** Creates a link that opens the title once, as a member. */
export async function mintPreview(title: Title): Promise<string> {
  const { launchUrl } = await call<typeof previewPublication>('POST', `/panel/v1/publications/${title.id}/preview`)
  return launchUrl
}

/** Loads the title again. Returns `known` without an answer. */
export async function reloadTitle(title: Title, known: PanelPublicationDetail): Promise<PanelPublicationDetail> {
  await title.load()
  return title.data.peek() ?? known
}

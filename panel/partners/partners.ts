import { createFilteredPages } from '@estante/client/pages.ts'
import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import type {
  createPartner,
  getPartner,
  invitePartnerOwner,
  limitPartner,
  limitPartnerCredential,
  listPartners,
  PartnerDetail,
  PartnerSummary,
  renamePartner,
  resumePartner,
  suspendPartner,
} from '@estante/contract/panel/partners.ts'
import type { Body, Query } from '@estante/contract/route.ts'
import { withReauthentication } from '../actions/reauthenticate.ts'
import { call, nullIfNotFound } from '../admin-session/call.ts'

export type PartnerFilters = Omit<Query<typeof listPartners>, 'cursor'>

/** The partners that match, newest first. */
export const partnersOf = createFilteredPages<PartnerFilters, PartnerSummary>((query) =>
  call<typeof listPartners>('GET', `/panel/v1/partners?${new URLSearchParams({ ...query })}`),
)

/** Fetches a partner with all details; null for an unknown one. */
export async function fetchPartner(slug: string): Promise<PartnerDetail | null> {
  return nullIfNotFound(call<typeof getPartner>('GET', addressOf(slug)))
}

export function addPartner(partner: { name: string; slug: string; ownerEmail?: string }) {
  return withReauthentication(() => call<typeof createPartner>('POST', '/panel/v1/partners', partner))
}

/** Throws `CHANGED_MEANWHILE` when its name is no longer `nameBefore`. */
export function rename(slug: string, body: Body<typeof renamePartner>) {
  return call<typeof renamePartner>('PUT', addressOf(slug), body)
}

export function suspend(slug: string) {
  return withReauthentication(() => call<typeof suspendPartner>('POST', `${addressOf(slug)}/suspend`))
}

export function resume(slug: string) {
  return withReauthentication(() => call<typeof resumePartner>('POST', `${addressOf(slug)}/resume`))
}

export function inviteOwner(slug: string, email: string) {
  return withReauthentication(() =>
    call<typeof invitePartnerOwner>('POST', `${addressOf(slug)}/invitations`, { email }),
  )
}

/** Throws `CHANGED_MEANWHILE` when its limit is no longer `rateLimitBefore`, like `changeLimit`. */
export function changePartnerLimit(slug: string, body: Body<typeof limitPartner>) {
  return call<typeof limitPartner>('PUT', `${addressOf(slug)}/limit`, body)
}

export function changeLimit(slug: string, { clientId }: PanelCredential, body: Body<typeof limitPartnerCredential>) {
  const address = `${addressOf(slug)}/credentials/${clientId}/limit` as const
  return call<typeof limitPartnerCredential>('PUT', address, body)
}

function addressOf(slug: string): `/panel/v1/partners/${string}` {
  return `/panel/v1/partners/${encodeURIComponent(slug)}`
}

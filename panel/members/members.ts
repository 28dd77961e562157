import type { Environment } from '@estante/contract/panel/credentials.ts'
import type {
  blockMember,
  countMembers,
  eraseMember,
  getMember,
  listMembers,
  MemberDetail,
  MemberFilter,
  MemberPage,
  MemberQuery,
  PanelMember,
  restoreMember,
} from '@estante/contract/panel/members.ts'
import { toVisibleText } from '@estante/contract/visible-text.ts'
import { withReauthentication } from '../actions/reauthenticate.ts'
import { call, nullIfNotFound } from '../admin-session/call.ts'
import { parameter, sectionPath } from '../router.ts'
import { text } from './text.ts'

const filterNames: Record<MemberFilter, string | undefined> = {
  all: undefined,
  blocked: 'bloqueados',
  unlinked: 'sem-identificador',
}

/** Reads the list's filters in the address. */
export function readMemberQuery(): Required<MemberQuery> {
  const named = (Object.keys(filterNames) as MemberFilter[]).find((one) => filterNames[one] === parameter('mostrar'))
  return { filter: named ?? 'all', search: parameter('busca') ?? '' }
}

export function memberListPath({ filter = 'all', search }: MemberQuery = {}, cursor?: string): string {
  return sectionPath('members', { query: { mostrar: filterNames[filter], busca: search, pagina: cursor } })
}

export async function fetchMembers(
  environment: Environment,
  query: MemberQuery,
  cursor: string | undefined,
): Promise<MemberPage> {
  const parameters = new URLSearchParams({ environment, ...query, ...(cursor !== undefined && { cursor }) })
  return call<typeof listMembers>('GET', `/panel/v1/members?${parameters}`)
}

export async function fetchMemberCount(environment: Environment, query: MemberQuery) {
  const parameters = new URLSearchParams({ environment, ...query })
  return call<typeof countMembers>('GET', `/panel/v1/member-count?${parameters}`)
}

/** Fetches a member; null when they are not in the environment. */
export async function fetchMember(environment: Environment, id: string): Promise<MemberDetail | null> {
  const path = `/panel/v1/members/${encodeURIComponent(id)}?environment=${environment}` as const
  return nullIfNotFound(call<typeof getMember>('GET', path))
}

export async function block(environment: Environment, { id }: PanelMember): Promise<MemberDetail> {
  return call<typeof blockMember>('POST', `/panel/v1/members/${id}/block`, { environment })
}

export async function restore(environment: Environment, { id }: PanelMember): Promise<MemberDetail> {
  return call<typeof restoreMember>('POST', `/panel/v1/members/${id}/restore`, { environment })
}

/** Erases a member. Returns the pseudonym that stays in reports. */
export async function erase(environment: Environment, { id }: PanelMember): Promise<string> {
  const { pseudonym } = await withReauthentication(() =>
    call<typeof eraseMember>('POST', `/panel/v1/members/${id}/erase`, { environment }),
  )
  return pseudonym
}

/** Returns the address of a member's data export. */
export function dataPath(environment: Environment, { id }: PanelMember): string {
  return `/panel/v1/members/${encodeURIComponent(id)}/data?environment=${environment}`
}

/** Returns a member's name in the panel: the partner's identifier, else the e-mail. */
export function memberNameOf({ externalUserId, email }: Pick<PanelMember, 'externalUserId' | 'email'>): string {
  return toVisibleText(externalUserId ?? email ?? text.noIdentifier)
}

import assert from 'node:assert/strict'
import type { Answer, ApiDescription } from './description.ts'

export interface Request {
  method: string
  path: string
  headers: Record<string, string>
  /** As it goes over the wire. */
  body?: string
}

/** The tenancy of a credential. All names that it sends contain its `mark`, and no other tenancy's names do. */
export interface Tenancy {
  mark: string
  environment: 'production' | 'sandbox'
  authorization: string
}

export interface Subject {
  tenancies: readonly Tenancy[]
  /** The other tenancies of the service, which must not appear in answers. */
  others?: readonly Tenancy[]
  call: (request: Request) => Promise<Answer>
  now: () => number
  /** Only for a service with a held clock. */
  held?: {
    advance(ms: number): void
    /** Title to listen to. */
    audiobook: string
  }
  description: ApiDescription
  /** How often each answer occurred, by operation and status. */
  seen: Map<string, number>
  /** Unique to this run: identifiers of earlier runs would not be new. */
  prefix: string
}

export interface MemberModel {
  id: string
  email: string | null
  name: string | null
  status: 'ACTIVE' | 'BLOCKED'
  /** Incremented by each revocation, which voids earlier launches and sessions. */
  revocations: number
  listened: MonthListening[]
}

export interface MonthListening {
  month: string
  ms: number
  lastAt: number
}

interface OpenedPage {
  tenancy: number
  externalUserId: string
  /** Changes when the member is erased and created again. */
  memberId: string
  revocations: number
}

export interface Page extends OpenedPage {
  accessToken: string
  /** The refresh tokens, the current one last. */
  refreshTokens: string[]
  rotatedAt: number
  isEnded: boolean
}

/** The state that the service must have. */
export interface Model {
  members: Map<string, MemberModel>[]
  /** All links, opened or not. */
  launches: (OpenedPage & { token: string; at: number; opened?: { key: string; page: Page } })[]
  /** Pages that are or were signed in. */
  pages: Page[]
  cursor: string | undefined
  erased: string[]
}

export function emptyModel({ tenancies }: Subject): Model {
  return { members: tenancies.map(() => new Map()), launches: [], pages: [], cursor: undefined, erased: [] }
}

const toEmailKey = (email: string) => email.normalize('NFC').toLowerCase()

/** Whether another member of the tenancy has the e-mail. */
export function isEmailConflict(model: Model, tenancy: number, externalUserId: string, email: string): boolean {
  return [...(model.members[tenancy] ?? [])].some(
    ([other, member]) =>
      other !== externalUserId && member.email !== null && toEmailKey(member.email) === toEmailKey(email),
  )
}

/** Whether a page that began with this revocation count may go on. */
export function isOpen(model: Model, { tenancy, externalUserId, memberId, revocations }: OpenedPage): boolean {
  const member = model.members[tenancy]?.get(externalUserId)
  return member?.id === memberId && member.status === 'ACTIVE' && member.revocations === revocations
}

export function blockMember(member: MemberModel): void {
  if (member.status === 'BLOCKED') return
  member.status = 'BLOCKED'
  member.revocations += 1
}

/** Calls with a tenancy's credential, and validates the answer against the description and the other tenancies. */
export async function callPartner(
  model: Model,
  subject: Subject,
  tenancy: number,
  method: string,
  pattern: string,
  { path = pattern, body, headers = {} }: { path?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { authorization } = subject.tenancies[tenancy] as Tenancy
  const answer = await subject.call({
    method,
    path,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  recordAnswer(subject, `${method} ${pattern}`, answer)
  subject.description.assertDescribed(method, pattern, answer)
  assertOwn(model, subject, tenancy, answer)
  return answer
}

export function recordAnswer({ seen }: Subject, operation: string, { status, text }: Answer): void {
  assert.ok(status < 500, `${operation} ${status} ${text}`)
  seen.set(`${operation} ${status}`, (seen.get(`${operation} ${status}`) ?? 0) + 1)
}

/** Fails when an answer contains a name or member of another tenancy, or an erased member. */
export function assertOwn(model: Model, { tenancies, others = [] }: Subject, tenancy: number, { text }: Answer): void {
  for (const [other, { mark }] of [...tenancies, ...others].entries()) {
    if (other !== tenancy) assert.ok(!text.includes(mark), `another's name: ${text.slice(0, 500)}`)
  }
  for (const [id] of text.matchAll(/mbr_[0-9a-f-]+/g)) {
    const owner = model.members.findIndex((members) => [...members.values()].some((member) => member.id === id))
    assert.ok(!model.erased.includes(id), `an erased member: ${text.slice(0, 500)}`)
    assert.ok(owner === -1 || owner === tenancy, `another's member: ${text.slice(0, 500)}`)
  }
}

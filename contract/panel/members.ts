import type { Static } from 'typebox'
import { Instant, oneOf, orNull, twoWayPageOf, usageFigures } from '../fields.ts'
import { MemberStatus } from '../partner/users.ts'
import { PARTNER_ROLES } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { titleFields } from '../title-fields.ts'
import { Environment, InEnvironment } from './credentials.ts'

/** Filters members: all, without access, or imported accounts without an identifier, which no session linked yet. */
export const MemberFilter = oneOf(['all', 'blocked', 'unlinked'])
export type MemberFilter = Static<typeof MemberFilter>

/** Selects the members of a list, and of its count. */
const MemberQuery = Type.Object({
  filter: Type.Optional(MemberFilter),
  search: Type.Optional(storableText({ maxLength: 254, trimmed: true })),
})
export type MemberQuery = Static<typeof MemberQuery>

const memberFields = {
  id: Type.String(),
  externalUserId: orNull(Type.String()),
  email: orNull(Type.String()),
  name: orNull(Type.String()),
  status: MemberStatus,
  lastActivityAt: orNull(Instant),
}

export const PanelMember = Type.Object(memberFields)
export type PanelMember = Static<typeof PanelMember>

export const MemberPage = twoWayPageOf(PanelMember)
export type MemberPage = Static<typeof MemberPage>

/**
 * In order of identifier, then the accounts without one in order of e-mail, fifty at a time. `search` is the beginning
 * of an identifier (case-sensitive), of an e-mail (in any case) or of words of a name (without accents): matches by
 * identifier come first, then by e-mail, then by name.
 */
export const listMembers = route('GET', '/panel/v1/members', {
  access: { roles: PARTNER_ROLES },
  query: Type.Object({
    environment: Environment,
    ...MemberQuery.properties,
    cursor: Type.Optional(Type.String({ maxLength: 1024 })),
  }),
  answer: MemberPage,
})

/**
 * With the same `filter` and `search`. Counts up to a hundred thousand, or two thousand for a search; `isMore` when
 * there are more.
 */
export const countMembers = route('GET', '/panel/v1/member-count', {
  access: { roles: PARTNER_ROLES },
  query: Type.Object({ environment: Environment, ...MemberQuery.properties }),
  answer: Type.Object({ count: Type.Integer(), isMore: Type.Boolean() }),
})

/** A page of the embedded application that is signed in. */
export const OpenView = Type.Object({
  openedAt: Instant,
  /** When its tokens were last renewed: accurate to ten minutes. */
  lastSeenAt: Instant,
  /** Whether the session was active in the last ten minutes. */
  isOpenNow: Type.Boolean(),
})
export type OpenView = Static<typeof OpenView>

export const MemberTitle = Type.Object({
  ...titleFields,
  /** From 0 to 1. */
  totalProgression: Type.Number(),
  /** Listening or reading, by the clock. */
  activeSeconds: Type.Integer(),
  startedAt: orNull(Instant),
  finishedAt: orNull(Instant),
})
export type MemberTitle = Static<typeof MemberTitle>

export const MemberMonth = Type.Object({
  month: Type.String(),
  ...usageFigures,
})
export type MemberMonth = Static<typeof MemberMonth>

/**
 * `session-…`: a session call was refused: access is blocked, the e-mail belongs to another member, or another
 * identifier's call sent this member's e-mail. `link-…`: opening a link failed; `link-unopened`: nobody opened it.
 * `opened`: the member entered.
 */
export const AccessAttemptKind = oneOf([
  'session-revoked',
  'session-email-in-use',
  'session-email-conflict',
  'link-used',
  'link-expired',
  'link-revoked',
  'link-suspended',
  'link-credential',
  'link-unopened',
  'opened',
  'blocked-by-call',
  'blocked-in-panel',
  'restored-by-call',
  'restored-in-panel',
])
export type AccessAttemptKind = Static<typeof AccessAttemptKind>

/** An attempt to get access, or a change of it. */
export const AccessAttempt = Type.Object({
  at: Instant,
  kind: AccessAttemptKind,
  /** The `X-Request-Id`, for calls to the Partner API. */
  requestId: orNull(Type.String()),
  /** Earlier refusals of the same hour, only counted. */
  omitted: Type.Integer(),
})
export type AccessAttempt = Static<typeof AccessAttempt>

export const MemberDetail = Type.Object({
  ...memberFields,
  createdAt: Instant,
  /** When access was blocked. */
  blockedAt: orNull(Instant),
  /** The latest fifty of the last 30 days, newest first. */
  attempts: Type.Array(AccessAttempt),
  /** Last seen first. */
  openViews: Type.Array(OpenView),
  /** The hundred used last, newest first; null if the admin's role may not see them. Each disclosure is audited. */
  titles: orNull(Type.Array(MemberTitle)),
  /** The latest first. */
  months: Type.Array(MemberMonth),
})
export type MemberDetail = Static<typeof MemberDetail>

const MemberPath = Type.Object({ id: storableText({ maxLength: 128 }) })

/**
 * The profile, the access attempts, the open views, the titles and the months of use. The id in the address is ours,
 * `mbr_…`, or the partner’s `externalUserId`.
 */
export const getMember = route('GET', '/panel/v1/members/:id', {
  access: { roles: PARTNER_ROLES },
  params: MemberPath,
  query: InEnvironment,
  answer: MemberDetail,
})

/**
 * Like DELETE and `BLOCKED` in the Partner API: ends open views at once, on every node, and refuses new sessions with
 * `USER_REVOKED`. Idempotent.
 */
export const blockMember = route('POST', '/panel/v1/members/:id/block', {
  access: { roles: ['owner', 'developer'] },
  params: MemberPath,
  body: InEnvironment,
  answer: MemberDetail,
})

/** Like `ACTIVE` in the Partner API: accepts new sessions. Ended views stay ended. */
export const restoreMember = route('POST', '/panel/v1/members/:id/restore', {
  access: { roles: ['owner', 'developer'] },
  params: MemberPath,
  body: InEnvironment,
  answer: MemberDetail,
})

/** The same as `GET /partner/v1/users/{externalUserId}/data`. Audited. */
export const exportMember = route('GET', '/panel/v1/members/:id/data', {
  access: { roles: ['owner'] },
  params: MemberPath,
  query: InEnvironment,
})

/**
 * Erases a member like `DELETE /partner/v1/users/{externalUserId}/data`, and also imported accounts without an
 * identifier. For owners after a fresh sign-in. An erased member is no longer found.
 */
export const eraseMember = route('POST', '/panel/v1/members/:id/erase', {
  access: { roles: ['owner'], fresh: true },
  params: MemberPath,
  body: InEnvironment,
  answer: Type.Object({
    /** Replaces the member in reports. */
    pseudonym: Type.String(),
  }),
})

import type { Static } from 'typebox'
import { Instant, oneOf, orNull, pageOf, usageFigures } from '../fields.ts'
import { Email } from '../partner/users.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { SLUG } from '../slug.ts'
import { nameText, storableText } from '../text.ts'
import { Team } from './admins.ts'
import { AuditEntry } from './audit.ts'
import { PanelCredential } from './credentials.ts'

/** A partner in the operator's list. */
export const PartnerSummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  createdAt: Instant,
  suspendedAt: orNull(Instant),
  /** Calls a minute of its ordinary credentials together (`limitPartner`). */
  rateLimit: Type.Integer(),
  activeCredentials: Type.Integer(),
  /** Calls of each of the last seven days, today last, by the service's time zone. */
  callsByDay: Type.Array(Type.Integer()),
  /** Members with activity this month, in production. */
  activeUsers: Type.Integer(),
})
export type PartnerSummary = Static<typeof PartnerSummary>

export const PartnerState = oneOf(['active', 'suspended'])
export type PartnerState = Static<typeof PartnerState>

/** Newest first, fifty at a time. */
export const listPartners = route('GET', '/panel/v1/partners', {
  access: { roles: ['operator'] },
  query: Type.Object({
    /** Words of the name or the slug, from their beginning; accents and case make no difference. */
    search: Type.Optional(storableText({ maxLength: 120 })),
    state: Type.Optional(PartnerState),
    cursor: Type.Optional(Type.String({ maxLength: 512 })),
  }),
  answer: pageOf(PartnerSummary),
})

const PartnerName = nameText({ minLength: 1, maxLength: 120 })
const Slug = Type.String({
  pattern: SLUG.source,
  patternMessage: 'deve ter até 40 letras minúsculas sem acento, números ou hifens, e não começar por hífen',
})
const PartnerPath = Type.Object({ slug: storableText({ maxLength: 64 }) })

/** An invitation just made. */
const NewInvitation = Type.Object({
  email: Type.String(),
  /** Null when it was sent by e-mail. */
  invitationUrl: orNull(Type.String()),
})
export type NewInvitation = Static<typeof NewInvitation>

/**
 * With `ownerEmail`, its first owner is invited in the same act: by e-mail when the service has SMTP, otherwise by
 * the link in the answer.
 */
export const createPartner = route('POST', '/panel/v1/partners', {
  access: { roles: ['operator'], fresh: true },
  body: Type.Object({ name: PartnerName, slug: Slug, ownerEmail: Type.Optional(Email) }),
  status: 201,
  answer: Type.Object({ partner: PartnerSummary, invitation: orNull(NewInvitation) }),
})

/** A partner's usage in a month, in production. */
export const PartnerMonth = Type.Object({
  month: Type.String(),
  activeUsers: Type.Integer(),
  ...usageFigures,
})
export type PartnerMonth = Static<typeof PartnerMonth>

/** Members of a partner in one environment; `isMore` when they are more than were counted. */
const MemberCount = Type.Object({ count: Type.Integer(), isMore: Type.Boolean() })

export const PartnerDetail = Type.Object({
  ...PartnerSummary.properties,
  members: Type.Object({ production: MemberCount, sandbox: MemberCount }),
  /** Credentials of both environments, active ones first. */
  credentials: Type.Array(PanelCredential),
  team: Team,
  /** The last twelve in which there was any, newest first. */
  months: Type.Array(PartnerMonth),
  /** The latest acts. */
  audit: Type.Array(AuditEntry),
})
export type PartnerDetail = Static<typeof PartnerDetail>

/** Reads a partner: credentials without secrets, team, usage by month, latest audit entries. */
export const getPartner = route('GET', '/panel/v1/partners/:slug', {
  access: { roles: ['operator'] },
  params: PartnerPath,
  answer: PartnerDetail,
})

/** The slug stays. An outdated `nameBefore` is refused with `CHANGED_MEANWHILE`. */
export const renamePartner = route('PUT', '/panel/v1/partners/:slug', {
  access: { roles: ['operator'] },
  params: PartnerPath,
  body: Type.Object({ name: PartnerName, nameBefore: Type.Optional(storableText({ maxLength: 240 })) }),
  answer: PartnerSummary,
})

/**
 * At once, on every node: its calls are answered as with a wrong credential, its links do not open, its members’
 * views end. Its team still sees the panel. Idempotent.
 */
export const suspendPartner = route('POST', '/panel/v1/partners/:slug/suspend', {
  access: { roles: ['operator'], fresh: true },
  params: PartnerPath,
  answer: PartnerSummary,
})

/** Everything that was not revoked works again. */
export const resumePartner = route('POST', '/panel/v1/partners/:slug/resume', {
  access: { roles: ['operator'], fresh: true },
  params: PartnerPath,
  answer: PartnerSummary,
})

const CallsAMinute = Type.Integer({ minimum: 1, maximum: 100_000 })

/**
 * Calls a minute, in each environment; credentials with a limit above 120 are not part of it. Applies from the next
 * call on, on every node. An outdated `rateLimitBefore` is refused with `CHANGED_MEANWHILE`.
 */
export const limitPartner = route('PUT', '/panel/v1/partners/:slug/limit', {
  access: { roles: ['operator'] },
  params: PartnerPath,
  body: Type.Object({ rateLimit: CallsAMinute, rateLimitBefore: Type.Optional(Type.Integer()) }),
  answer: PartnerSummary,
})

/**
 * Calls a minute, from the next call on, on every node. Above 120, the credential does not count towards the shared
 * limit of its partner. An outdated `rateLimitBefore` is refused with `CHANGED_MEANWHILE`.
 */
export const limitPartnerCredential = route('PUT', '/panel/v1/partners/:slug/credentials/:clientId/limit', {
  access: { roles: ['operator'] },
  params: Type.Object({ ...PartnerPath.properties, clientId: storableText({ maxLength: 64 }) }),
  body: Type.Object({ rateLimit: CallsAMinute, rateLimitBefore: Type.Optional(Type.Integer()) }),
  answer: PanelCredential,
})

/**
 * Like `inviteAdmin`, which owners use for the rest of their team; but operators get a link that could not be sent,
 * too. Inviting the same e-mail again replaces the first link.
 */
export const invitePartnerOwner = route('POST', '/panel/v1/partners/:slug/invitations', {
  access: { roles: ['operator'], fresh: true },
  params: PartnerPath,
  body: Type.Object({ email: Email }),
  status: 201,
  answer: NewInvitation,
})

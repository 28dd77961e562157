import type { Static } from 'typebox'
import { IdPath, Instant, orNull } from '../fields.ts'
import { Email } from '../partner/users.ts'
import { AdminRole, EVERY_ROLE, PartnerRole } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { nameText } from '../text.ts'

export const Admin = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: AdminRole,
  hasSecondFactor: Type.Boolean(),
  lastSignedInAt: orNull(Instant),
})
export type Admin = Static<typeof Admin>

export const Me = Type.Object({
  admin: Admin,
  /** Null for an operator. */
  partner: orNull(
    Type.Object({
      name: Type.String(),
      slug: Type.String(),
      /** Set while the partner is suspended: its calls and members are refused; its team still sees the panel. */
      suspendedAt: orNull(Instant),
      /** Whether the integration is in progress: first steps are left, and production is unused. */
      isBeginning: Type.Boolean(),
    }),
  ),
  service: Type.Object({
    name: Type.String(),
    /** Retention in days of the log of calls, and of sign-on links with their outcomes. */
    callsRetentionDays: Type.Integer(),
    launchesRetentionDays: Type.Integer(),
    /** Whether links for invitations and new passwords are sent by e-mail; otherwise they are handed over. */
    sendsMail: Type.Boolean(),
  }),
  /** An admin without the required second factor may only set it up: other calls get `SECOND_FACTOR_NOT_SET_UP`. */
  isSecondFactorRequired: Type.Boolean(),
  /** Null without a second factor. */
  recoveryCodesLeft: orNull(Type.Integer()),
})
export type Me = Static<typeof Me>

export const getMe = route('GET', '/panel/v1/me', {
  access: { roles: EVERY_ROLE, withoutSecondFactor: true },
  answer: Me,
})

/** The team sees the new name. */
export const renameMe = route('PUT', '/panel/v1/me', {
  access: { roles: EVERY_ROLE },
  body: Type.Object({ name: nameText({ minLength: 1, maxLength: 256 }) }),
  answer: Me,
})

export const Invitation = Type.Object({
  email: Type.String(),
  role: AdminRole,
  partner: orNull(Type.Object({ name: Type.String() })),
  service: Type.Object({ name: Type.String() }),
  isSecondFactorRequired: Type.Boolean(),
  expiresAt: Instant,
})
export type Invitation = Static<typeof Invitation>

const InvitationToken = Type.Object({ token: Type.String({ maxLength: 256 }) })

/** The token is sent in the body, so that no log contains it. */
export const readInvitation = route('POST', '/panel/v1/invitations/read', {
  access: 'anyone',
  body: InvitationToken,
  answer: Invitation,
})

/** Creates the admin, consumes the invitation, and signs the admin in. */
export const acceptInvitation = route('POST', '/panel/v1/invitations/accept', {
  access: 'anyone',
  body: Type.Object({
    ...InvitationToken.properties,
    name: nameText({ minLength: 1, maxLength: 256 }),
    password: Type.String({ minLength: 12, maxLength: 256 }),
  }),
  answer: Me,
})

export const Team = Type.Object({
  /** Always true for operators. */
  isSecondFactorRequired: Type.Boolean(),
  admins: Type.Array(Admin),
  invitations: Type.Array(
    Type.Object({ id: Type.String(), email: Type.String(), role: AdminRole, createdAt: Instant, expiresAt: Instant }),
  ),
})
export type Team = Static<typeof Team>

/** An operator sees the operators. */
export const getTeam = route('GET', '/panel/v1/team', {
  access: { roles: EVERY_ROLE },
  answer: Team,
})

/**
 * From the next call on, admins without a second factor, the calling owner included, can only set it up, in all their
 * sessions.
 */
export const requireSecondFactor = route('PUT', '/panel/v1/team/second-factor', {
  access: { roles: ['owner'], fresh: true },
  body: Type.Object({ isRequired: Type.Boolean() }),
  status: 204,
})

/**
 * Sends the link by e-mail when the service has SMTP, and to nobody else: an e-mail that the mail server refuses is
 * `INVITATION_NOT_SENT`. Without SMTP it returns the link, to be handed over by other means. Inviting the same e-mail
 * again replaces the first link. Does not disclose whether the e-mail has an account elsewhere: only the recipient of
 * the link learns it.
 */
export const inviteAdmin = route('POST', '/panel/v1/team/invitations', {
  access: { roles: ['owner'], fresh: true },
  body: Type.Object({ email: Email, role: PartnerRole }),
  status: 201,
  answer: Type.Object({ invitationUrl: orNull(Type.String()) }),
})

/** Its link stops working. */
export const withdrawInvitation = route('DELETE', '/panel/v1/team/invitations/:id', {
  access: { roles: ['owner'], fresh: true },
  params: IdPath,
  status: 204,
})

/** Ends the admin’s sessions at once. The role of the last owner cannot change. */
export const changeRole = route('PUT', '/panel/v1/team/:id/role', {
  access: { roles: ['owner'], fresh: true },
  params: IdPath,
  body: Type.Object({ role: PartnerRole }),
  answer: Admin,
})

/** Ends the admin’s sessions at once. The last owner cannot be removed. */
export const removeAdmin = route('DELETE', '/panel/v1/team/:id', {
  access: { roles: ['owner'], fresh: true },
  params: IdPath,
  status: 204,
})

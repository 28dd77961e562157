import type { Static } from 'typebox'
import { Email } from '../partner/users.ts'
import { AdminRole, EVERY_ROLE, PartnerRole } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { nameText, storableText } from '../text.ts'

const Instant = Type.String({ format: 'date-time' })

export const Admin = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: AdminRole,
  hasSecondFactor: Type.Boolean(),
  lastSignedInAt: Type.Union([Instant, Type.Null()]),
})
export type Admin = Static<typeof Admin>

export const Me = Type.Object({
  admin: Admin,
  /** Null for an operator. */
  partner: Type.Union([
    Type.Object({
      name: Type.String(),
      slug: Type.String(),
      /** While it is, its calls and its members are refused; its people still see the panel. */
      suspendedAt: Type.Union([Instant, Type.Null()]),
      /** Whether its integration is being made: first steps are left to take, and production is not in use. */
      isBeginning: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  service: Type.Object({
    name: Type.String(),
    /** For how many days calls, and what became of sign-on links, can be seen. */
    keepCallsDays: Type.Integer(),
    keepLaunchesDays: Type.Integer(),
    /** Whether invitations and new passwords go by e-mail; otherwise somebody hands the link over. */
    sendsMail: Type.Boolean(),
  }),
  /** Until then secrets may be shown without signing in again. */
  freshUntil: Instant,
  /** Without a second factor, all they may do here is set it up; `SECOND_FACTOR_MISSING` answers everything else. */
  isSecondFactorRequired: Type.Boolean(),
  /** Null without a second factor. */
  recoveryCodesLeft: Type.Union([Type.Integer(), Type.Null()]),
})
export type Me = Static<typeof Me>

export const getMe = route({
  method: 'GET',
  path: '/panel/v1/me',
  access: { roles: EVERY_ROLE, withoutSecondFactor: true },
  operationId: 'getMe',
  summary: 'Who is signed in to the panel',
  description: 'The admin, their partner, and how fresh their sign-in is.',
  success: { status: 200, description: 'Who.', schema: Me },
  errors: ['NOT_SIGNED_IN'],
})

export const renameMe = route({
  method: 'PUT',
  path: '/panel/v1/me',
  access: { roles: EVERY_ROLE },
  operationId: 'renameMe',
  summary: 'Change my own name',
  description: 'How the team sees it, from here on.',
  body: Type.Object({ name: nameText({ minLength: 1, maxLength: 256 }) }),
  success: { status: 200, description: 'Changed.', schema: Me },
  errors: ['NOT_SIGNED_IN', 'VALIDATION'],
})

export const Invitation = Type.Object({
  email: Type.String(),
  role: AdminRole,
  partner: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
  service: Type.Object({ name: Type.String() }),
  isSecondFactorRequired: Type.Boolean(),
  expiresAt: Instant,
})
export type Invitation = Static<typeof Invitation>

const InvitationToken = Type.Object({ token: Type.String({ maxLength: 256 }) })

export const readInvitation = route({
  method: 'POST',
  path: '/panel/v1/invitations/read',
  access: 'anyone',
  operationId: 'readInvitation',
  summary: 'What an invitation is for',
  description: 'The token travels in the body, so that no log ever holds it.',
  body: InvitationToken,
  success: { status: 200, description: 'The invitation.', schema: Invitation },
  errors: ['VALIDATION', 'INVALID_INVITATION'],
})

export const acceptInvitation = route({
  method: 'POST',
  path: '/panel/v1/invitations/accept',
  access: 'anyone',
  operationId: 'acceptInvitation',
  summary: 'Accept an invitation',
  description: 'Creates the admin, consumes the invitation, and signs the admin in.',
  body: Type.Object({
    ...InvitationToken.properties,
    name: nameText({ minLength: 1, maxLength: 256 }),
    password: Type.String({ minLength: 12, maxLength: 256 }),
  }),
  success: { status: 200, description: 'Signed in: the cookie comes with the answer.', schema: Me },
  errors: ['VALIDATION', 'INVALID_INVITATION', 'WEAK_PASSWORD', 'ADMIN_EXISTS'],
})

export const Team = Type.Object({
  /** Always, of operators. */
  isSecondFactorRequired: Type.Boolean(),
  admins: Type.Array(Admin),
  invitations: Type.Array(
    Type.Object({ id: Type.String(), email: Type.String(), role: AdminRole, createdAt: Instant, expiresAt: Instant }),
  ),
})
export type Team = Static<typeof Team>

export const getTeam = route({
  method: 'GET',
  path: '/panel/v1/team',
  access: { roles: EVERY_ROLE },
  operationId: 'getTeam',
  summary: 'The people of the partner, and who is invited',
  description: 'An operator sees the operators.',
  success: { status: 200, description: 'The team.', schema: Team },
  errors: ['NOT_SIGNED_IN'],
})

export const requireSecondFactor = route({
  method: 'PUT',
  path: '/panel/v1/team/second-factor',
  access: { roles: ['owner'], fresh: true },
  operationId: 'requireSecondFactor',
  summary: 'Require the second factor of the team',
  description:
    'For owners. Whoever of the team has none, the owner who asks too, can from the next call on do nothing but set it up, wherever they are signed in.',
  body: Type.Object({ isRequired: Type.Boolean() }),
  success: { status: 204, description: 'So it is.' },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'SIGN_IN_AGAIN', 'VALIDATION'],
})

export const inviteAdmin = route({
  method: 'POST',
  path: '/panel/v1/team/invitations',
  access: { roles: ['owner'], fresh: true },
  operationId: 'inviteAdmin',
  summary: 'Invite somebody to the panel',
  description:
    'For owners. Sends the link by e-mail when the service has SMTP; otherwise, or when it could not be sent, the answer holds it, to be handed over by other means. Inviting the same e-mail again replaces the first link. Whether the e-mail has an account elsewhere is not told: only who opens the link learns it.',
  body: Type.Object({ email: Email, role: PartnerRole }),
  success: {
    status: 201,
    description: 'Invited.',
    schema: Type.Object({ invitationUrl: Type.Union([Type.String(), Type.Null()]), expiresAt: Instant }),
  },
  errors: [
    'NOT_SIGNED_IN',
    'NOT_ALLOWED',
    'SIGN_IN_AGAIN',
    'VALIDATION',
    'ADMIN_EXISTS',
    'TOO_MANY_INVITATIONS',
    'TOO_MANY_ATTEMPTS',
  ],
})

export const withdrawInvitation = route({
  method: 'DELETE',
  path: '/panel/v1/team/invitations/:id',
  access: { roles: ['owner'], fresh: true },
  operationId: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  description: 'For owners. Its link stops working.',
  params: Type.Object({ id: storableText({ maxLength: 64 }) }),
  success: { status: 204, description: 'Withdrawn.' },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'SIGN_IN_AGAIN', 'NOT_FOUND'],
})

export const changeRole = route({
  method: 'PUT',
  path: '/panel/v1/team/:id/role',
  access: { roles: ['owner'], fresh: true },
  operationId: 'changeRole',
  summary: 'Give somebody another role',
  description: 'For owners. Ends their sessions at once. The last owner stays one.',
  params: Type.Object({ id: storableText({ maxLength: 64 }) }),
  body: Type.Object({ role: PartnerRole }),
  success: { status: 200, description: 'Changed.', schema: Admin },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'SIGN_IN_AGAIN', 'VALIDATION', 'NOT_FOUND', 'LAST_OWNER'],
})

export const removeAdmin = route({
  method: 'DELETE',
  path: '/panel/v1/team/:id',
  access: { roles: ['owner'], fresh: true },
  operationId: 'removeAdmin',
  summary: 'Take somebody out of the panel',
  description: 'For owners. Ends their sessions at once. The last owner stays.',
  params: Type.Object({ id: storableText({ maxLength: 64 }) }),
  success: { status: 204, description: 'Removed.' },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'SIGN_IN_AGAIN', 'NOT_FOUND', 'LAST_OWNER'],
})

import { type Static, Type } from 'typebox'
import { route } from '../route.ts'

/** Everything that is written down. A page shows an act it does not know by its name. */
export const AuditAct = Type.Union([
  Type.Literal('signed-in'),
  Type.Literal('sign-in-failed'),
  Type.Literal('signed-out'),
  Type.Literal('sessions-ended'),
  Type.Literal('password-changed'),
  Type.Literal('password-reset-requested'),
  Type.Literal('password-reset'),
  Type.Literal('second-factor-enabled'),
  Type.Literal('second-factor-disabled'),
  Type.Literal('recovery-code-used'),
  Type.Literal('recovery-codes-renewed'),
  Type.Literal('admin-invited'),
  Type.Literal('invitation-withdrawn'),
  Type.Literal('invitation-accepted'),
  Type.Literal('role-changed'),
  Type.Literal('admin-removed'),
  Type.Literal('credential-created'),
  Type.Literal('credential-rotated'),
  Type.Literal('credential-revoked'),
  Type.Literal('member-blocked'),
  Type.Literal('member-restored'),
])
export type AuditAct = Static<typeof AuditAct>

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  /** E-mail of who did it, as it was then; null when nobody was signed in: the command line, a failed sign-in. */
  actor: Type.Union([Type.String(), Type.Null()]),
  act: Type.String(),
  /** What it was done to: an e-mail, a `client_id`; null when it was the actor. */
  subject: Type.Union([Type.String(), Type.Null()]),
  /** Network address it came from; null for the command line. */
  address: Type.Union([Type.String(), Type.Null()]),
})
export type AuditEntry = Static<typeof AuditEntry>

export const listAudit = route({
  method: 'GET',
  path: '/panel/v1/audit',
  operationId: 'listAudit',
  summary: 'Who did what, when and from where',
  description:
    'Newest first, fifty at a time. For owners and operators: owners see their team; an operator sees the operators.',
  query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 512 })) }),
  success: {
    status: 200,
    description: 'A page of it.',
    schema: Type.Object({
      items: Type.Array(AuditEntry),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'VALIDATION'],
})

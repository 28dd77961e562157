import type { Static } from 'typebox'
import { PARTNER_ROLES, PartnerRole } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

/** A partner's settings for its members' data, and the service's retention. */
export const Privacy = Type.Object({
  /** Where members write, an e-mail or an https address; null: the view sends them to the partner by its name. */
  contact: Type.Union([Type.String(), Type.Null()]),
  /** The least of the roles that see which titles a named member has; those above it do, too. */
  titlesSeenBy: PartnerRole,
  /** Where the partner writes to the service about personal data or an incident. */
  serviceContact: Type.Union([Type.String(), Type.Null()]),
  keepActivityMonths: Type.Integer(),
  keepAuditAddressMonths: Type.Integer(),
  keepCallsDays: Type.Integer(),
  keepLaunchesDays: Type.Integer(),
})
export type Privacy = Static<typeof Privacy>

export const getPrivacy = route({
  method: 'GET',
  path: '/panel/v1/privacy',
  access: { roles: PARTNER_ROLES },
  operationId: 'getPrivacy',
  summary: "What is decided about members' data",
  description: "The contact, who sees a named member's titles, and how long the service keeps what.",
  success: { status: 200, description: 'The decisions.', schema: Privacy },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED'],
})

export const changePrivacy = route({
  method: 'PUT',
  path: '/panel/v1/privacy',
  access: { roles: ['owner'], fresh: true },
  operationId: 'changePrivacy',
  summary: "Change what is decided about members' data",
  description:
    'For owners. Needs a fresh sign-in. Holds at once; each change is in the audit. What is left out stays as it is.',
  body: Type.Object({
    contact: Type.Optional(Type.Union([storableText({ maxLength: 254 }), Type.Null()])),
    titlesSeenBy: Type.Optional(PartnerRole),
  }),
  success: { status: 200, description: 'Changed.', schema: Privacy },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'SIGN_IN_AGAIN', 'VALIDATION'],
})

import type { Static } from 'typebox'
import { orNull } from '../fields.ts'
import { PARTNER_ROLES, PartnerRole } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

/** A partner's settings for its members' data, and the service's retention. */
export const Privacy = Type.Object({
  /** The contact for members' questions: an e-mail or an https address. Null: the view names only the partner. */
  contact: orNull(Type.String()),
  /** The lowest role that may see which titles a named member has. */
  titlesDisclosedTo: PartnerRole,
  /** The service's contact for partners about personal data or an incident. */
  serviceContact: orNull(Type.String()),
  activityRetentionMonths: Type.Integer(),
  auditAddressRetentionMonths: Type.Integer(),
  callsRetentionDays: Type.Integer(),
  launchesRetentionDays: Type.Integer(),
})
export type Privacy = Static<typeof Privacy>

/** The contact, the roles that see a named member's titles, and the retention times. */
export const getPrivacy = route('GET', '/panel/v1/privacy', {
  access: { roles: PARTNER_ROLES },
  answer: Privacy,
})

/** Applies at once. Audited. Omitted fields stay unchanged. */
export const changePrivacy = route('PUT', '/panel/v1/privacy', {
  access: { roles: ['owner'], fresh: true },
  body: Type.Object({
    contact: Type.Optional(orNull(storableText({ maxLength: 254 }))),
    titlesDisclosedTo: Type.Optional(PartnerRole),
  }),
  answer: Privacy,
})

import type { Static } from 'typebox'
import { orNull } from '../fields.ts'
import { Logo } from '../play/launch.ts'
import { PARTNER_ROLES } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { nameText, storableText } from '../text.ts'
import { LastChange } from './last-change.ts'

/** A partner's branding of the embedded application. Fields are null where the partner chose nothing. */
export const PartnerAppearance = Type.Object({
  /** The name shown to members unless `displayName` is set. */
  partnerName: Type.String(),
  displayName: orNull(Type.String()),
  /** `#rrggbb` as chosen; the view derives readable colours from it (`contract/accent.ts`). */
  accentColor: orNull(Type.String()),
  logo: orNull(Logo),
  /** Empty: any page may frame the view. */
  frameOrigins: Type.Array(Type.String()),
  /** Version of the editable fields, for optimistic locking: a change that sends an outdated one is refused. */
  version: Type.String(),
  /** The last change; null for none. */
  changed: orNull(LastChange),
})
export type PartnerAppearance = Static<typeof PartnerAppearance>

/** Name, colour and logo of the partner, and the origins that may frame the view. */
export const getAppearance = route('GET', '/panel/v1/appearance', {
  access: { roles: PARTNER_ROLES },
  answer: PartnerAppearance,
})

/**
 * Applies from the next opened launch on. The logo has its own route. An outdated `version` is refused with
 * `CHANGED_MEANWHILE`.
 */
export const changeAppearance = route('PUT', '/panel/v1/appearance', {
  access: { roles: ['owner'] },
  body: Type.Object({
    displayName: orNull(nameText({ maxLength: 60 })),
    accentColor: orNull(Type.String({ maxLength: 16 })),
    frameOrigins: Type.Array(storableText({ maxLength: 253 }), { maxItems: 20 }),
    /** The `version` that is overwritten. Without it, any version is. */
    version: Type.Optional(storableText({ maxLength: 64 })),
  }),
  answer: PartnerAppearance,
})

/** The body is the picture itself, PNG, JPEG or WebP by its bytes, 1 MiB at most; it is drawn anew. */
export const changeLogo = route('PUT', '/panel/v1/appearance/logo', {
  access: { roles: ['owner'] },
  answer: PartnerAppearance,
})

/** Idempotent. */
export const removeLogo = route('DELETE', '/panel/v1/appearance/logo', {
  access: { roles: ['owner'] },
  answer: PartnerAppearance,
})

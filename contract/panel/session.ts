import type { Static } from 'typebox'
import { IdPath, Instant, orNull } from '../fields.ts'
import { Email } from '../partner/users.ts'
import { EVERY_ROLE } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { Me } from './admins.ts'

/** An entered password. The minimum length applies to new passwords only. */
const TypedPassword = Type.String({ minLength: 1, maxLength: 256 })
const NewPassword = Type.String({ minLength: 12, maxLength: 256 })

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens are ignored. */
const Code = Type.String({ minLength: 6, maxLength: 32 })

/** Public, for the pages before the sign-in. */
export const getService = route('GET', '/panel/v1/service', {
  access: 'anyone',
  answer: Type.Object({ name: Type.String(), sendsMail: Type.Boolean() }),
})

/**
 * With the right password of an admin who has a second factor, a call without `code` is answered with
 * `CODE_REQUIRED`: the page asks for the code and repeats the call with it. `TOO_MANY_ATTEMPTS` carries a
 * `Retry-After`.
 */
export const signIn = route('POST', '/panel/v1/session', {
  access: 'anyone',
  body: Type.Object({ email: Email, password: TypedPassword, code: Type.Optional(Code) }),
  answer: Me,
})

/** Ends the session of the cookie, if any, and clears the cookie. */
export const signOut = route('DELETE', '/panel/v1/session', {
  access: 'anyone',
  status: 204,
})

/**
 * Makes the sign-in fresh again, for routes that answer `SIGN_IN_AGAIN`. With a second factor, `code` is required as in
 * signing in.
 */
export const confirmSignIn = route('POST', '/panel/v1/session/confirm', {
  access: { roles: EVERY_ROLE, withoutSecondFactor: true },
  body: Type.Object({ password: TypedPassword, code: Type.Optional(Code) }),
  answer: Me,
})

/** Where an admin is signed in. */
export const AdminSession = Type.Object({
  id: Type.String(),
  createdAt: Instant,
  /** To within five minutes. */
  lastSeenAt: Instant,
  address: Type.String(),
  userAgent: Type.String(),
  isCurrent: Type.Boolean(),
})
export type AdminSession = Static<typeof AdminSession>

/** The present one first, then the last seen. */
export const listAdminSessions = route('GET', '/panel/v1/sessions', {
  access: { roles: EVERY_ROLE },
  answer: Type.Object({ items: Type.Array(AdminSession) }),
})

/** At once, on every node. */
export const endAdminSession = route('DELETE', '/panel/v1/sessions/:id', {
  access: { roles: EVERY_ROLE },
  params: IdPath,
  status: 204,
})

/** Ends all but the present session at once, on every node. */
export const endOtherAdminSessions = route('DELETE', '/panel/v1/sessions', {
  access: { roles: EVERY_ROLE },
  status: 204,
})

/** Changes the password and ends all other sessions of the admin. */
export const changePassword = route('PUT', '/panel/v1/password', {
  access: { roles: EVERY_ROLE, fresh: true },
  body: Type.Object({ password: NewPassword }),
  status: 204,
})

/**
 * For the strength meter. Applies the same rules as setting a password; stores nothing and contacts no other service.
 */
export const ratePassword = route('POST', '/panel/v1/password/rate', {
  access: 'anyone',
  body: Type.Object({
    password: Type.String({ maxLength: 256 }),
    /** Words that an acquaintance would guess: the person's name and e-mail. */
    about: Type.Array(Type.String({ maxLength: 256 }), { maxItems: 4 }),
  }),
  answer: Type.Object({
    /** 0 (guessed at once) to 4. */
    score: Type.Integer({ minimum: 0, maximum: 4 }),
    isAccepted: Type.Boolean(),
    /** Its weakness, as a sentence. */
    warning: orNull(Type.String()),
    suggestions: Type.Array(Type.String()),
  }),
})

/** The answer is the same whether or not the admin exists. Without SMTP, links come only from `estante admin reset`. */
export const requestPasswordReset = route('POST', '/panel/v1/password/reset', {
  access: 'anyone',
  body: Type.Object({ email: Email }),
  status: 204,
})

/** Ends every session. The admin then signs in, with the second factor if they have one. */
export const finishPasswordReset = route('POST', '/panel/v1/password/reset/finish', {
  access: 'anyone',
  body: Type.Object({ token: Type.String({ maxLength: 256 }), password: NewPassword }),
  status: 204,
})

const RecoveryCodes = Type.Object({
  /** Ten single-use codes, returned only here. */
  recoveryCodes: Type.Array(Type.String()),
})

/**
 * Begins to set up a second factor, or to move it to another app. Takes effect once a code confirms it; beginning again
 * discards the earlier secret.
 */
export const startSecondFactor = route('POST', '/panel/v1/second-factor', {
  access: { roles: EVERY_ROLE, withoutSecondFactor: true, fresh: true },
  answer: Type.Object({
    /** In base 32, for typing by hand. */
    secret: Type.String(),
    /** The same as a QR code, a whole SVG. */
    qrCode: Type.String(),
  }),
})

/** Confirms the second factor by a code of the app. From then on, signing in needs one. */
export const confirmSecondFactor = route('POST', '/panel/v1/second-factor/confirm', {
  access: { roles: EVERY_ROLE, withoutSecondFactor: true, fresh: true },
  body: Type.Object({ code: Code }),
  answer: RecoveryCodes,
})

/** The recovery codes stop working. Refused where it is required. */
export const disableSecondFactor = route('DELETE', '/panel/v1/second-factor', {
  access: { roles: EVERY_ROLE, fresh: true },
  status: 204,
})

export const renewRecoveryCodes = route('POST', '/panel/v1/second-factor/recovery-codes', {
  access: { roles: EVERY_ROLE, fresh: true },
  answer: RecoveryCodes,
})

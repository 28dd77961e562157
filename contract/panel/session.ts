import type { Static } from 'typebox'
import { Email } from '../partner/users.ts'
import { EVERY_ROLE } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { Me } from './admins.ts'

const Instant = Type.String({ format: 'date-time' })

/** An entered password. Only new ones have a minimum length. */
const TypedPassword = Type.String({ minLength: 1, maxLength: 256 })
const NewPassword = Type.String({ minLength: 12, maxLength: 256 })

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens are ignored. */
const Code = Type.String({ minLength: 6, maxLength: 32 })

export const getService = route({
  method: 'GET',
  path: '/panel/v1/service',
  access: 'anyone',
  operationId: 'getService',
  summary: 'Get the name of the service, and whether it sends e-mail',
  description: 'Public, for the pages before the sign-in.',
  success: {
    status: 200,
    description: 'The name, and whether it sends e-mail.',
    schema: Type.Object({ name: Type.String(), sendsMail: Type.Boolean() }),
  },
  errors: [],
})

export const signIn = route({
  method: 'POST',
  path: '/panel/v1/session',
  access: 'anyone',
  operationId: 'signIn',
  summary: 'Sign in to the panel',
  description:
    'With the right password of an admin who has a second factor, a call without `code` is answered with `SECOND_FACTOR_REQUIRED`: the page asks for the code and repeats the call with it. `TOO_MANY_ATTEMPTS` carries a `Retry-After`.',
  body: Type.Object({ email: Email, password: TypedPassword, code: Type.Optional(Code) }),
  success: { status: 200, description: 'Signed in: the response sets the cookie.', schema: Me },
  errors: ['VALIDATION', 'WRONG_SIGN_IN', 'SECOND_FACTOR_REQUIRED', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS'],
})

export const signOut = route({
  method: 'DELETE',
  path: '/panel/v1/session',
  access: 'anyone',
  operationId: 'signOut',
  summary: 'Sign out',
  description: 'Ends the session of the cookie, if any, and clears the cookie.',
  success: { status: 204, description: 'Signed out.' },
  errors: [],
})

export const confirmSignIn = route({
  method: 'POST',
  path: '/panel/v1/session/confirm',
  access: { roles: EVERY_ROLE, withoutSecondFactor: true },
  operationId: 'confirmSignIn',
  summary: 'Confirm the password',
  description:
    'Makes the sign-in fresh again, for routes that answer `SIGN_IN_AGAIN`. With a second factor, `code` is required as in signing in.',
  body: Type.Object({ password: TypedPassword, code: Type.Optional(Code) }),
  success: { status: 200, description: 'Fresh.', schema: Me },
  errors: [
    'NOT_SIGNED_IN',
    'VALIDATION',
    'WRONG_PASSWORD',
    'SECOND_FACTOR_REQUIRED',
    'WRONG_CODE',
    'TOO_MANY_ATTEMPTS',
  ],
})

/** Where an admin is signed in. */
export const AdminSession = Type.Object({
  id: Type.String(),
  createdAt: Instant,
  /** To within five minutes. */
  lastSeenAt: Instant,
  expiresAt: Instant,
  address: Type.String(),
  userAgent: Type.String(),
  isCurrent: Type.Boolean(),
})
export type AdminSession = Static<typeof AdminSession>

export const listAdminSessions = route({
  method: 'GET',
  path: '/panel/v1/sessions',
  access: { roles: EVERY_ROLE },
  operationId: 'listAdminSessions',
  summary: 'List my sessions',
  description: 'The present one first, then the last seen.',
  success: { status: 200, description: 'The sessions.', schema: Type.Object({ items: Type.Array(AdminSession) }) },
  errors: ['NOT_SIGNED_IN'],
})

export const endAdminSession = route({
  method: 'DELETE',
  path: '/panel/v1/sessions/:id',
  access: { roles: EVERY_ROLE },
  operationId: 'endAdminSession',
  summary: 'End one of my sessions',
  description: 'At once, on every node.',
  params: Type.Object({ id: storableText({ maxLength: 64 }) }),
  success: { status: 204, description: 'Ended.' },
  errors: ['NOT_SIGNED_IN', 'NOT_FOUND'],
})

export const endOtherAdminSessions = route({
  method: 'DELETE',
  path: '/panel/v1/sessions',
  access: { roles: EVERY_ROLE },
  operationId: 'endOtherAdminSessions',
  summary: 'End my other sessions',
  description: 'At once, on every node. The present one stays.',
  success: { status: 204, description: 'Ended.' },
  errors: ['NOT_SIGNED_IN'],
})

export const changePassword = route({
  method: 'PUT',
  path: '/panel/v1/password',
  access: { roles: EVERY_ROLE, fresh: true },
  operationId: 'changePassword',
  summary: 'Change my password',
  description: 'Needs a fresh sign-in. Ends every other session.',
  body: Type.Object({ password: NewPassword }),
  success: { status: 204, description: 'Changed.' },
  errors: ['NOT_SIGNED_IN', 'SIGN_IN_AGAIN', 'VALIDATION', 'WEAK_PASSWORD'],
})

export const ratePassword = route({
  method: 'POST',
  path: '/panel/v1/password/rate',
  access: 'anyone',
  operationId: 'ratePassword',
  summary: 'Rate a password',
  description:
    'For the strength meter. Applies the same rules as setting a password; stores nothing and contacts no other service.',
  body: Type.Object({
    password: Type.String({ maxLength: 256 }),
    /** Words that an acquaintance would guess: the person's name and e-mail. */
    about: Type.Array(Type.String({ maxLength: 256 }), { maxItems: 4 }),
  }),
  success: {
    status: 200,
    description: 'The rating.',
    schema: Type.Object({
      /** 0 (guessed at once) to 4. */
      score: Type.Integer({ minimum: 0, maximum: 4 }),
      isAccepted: Type.Boolean(),
      /** Its weakness, as a sentence. */
      warning: Type.Union([Type.String(), Type.Null()]),
      suggestions: Type.Array(Type.String()),
    }),
  },
  errors: ['VALIDATION', 'TOO_MANY_ATTEMPTS'],
})

export const requestPasswordReset = route({
  method: 'POST',
  path: '/panel/v1/password/reset',
  access: 'anyone',
  operationId: 'requestPasswordReset',
  summary: 'Request a link to choose a new password',
  description:
    'The answer is the same whether or not the admin exists. Without SMTP, links come only from `estante admin reset`.',
  body: Type.Object({ email: Email }),
  success: { status: 204, description: 'If there is such an admin, a link was sent.' },
  errors: ['VALIDATION', 'TOO_MANY_ATTEMPTS'],
})

export const finishPasswordReset = route({
  method: 'POST',
  path: '/panel/v1/password/reset/finish',
  access: 'anyone',
  operationId: 'finishPasswordReset',
  summary: 'Choose a new password with the link',
  description: 'Ends every session. The admin then signs in, with the second factor if they have one.',
  body: Type.Object({ token: Type.String({ maxLength: 256 }), password: NewPassword }),
  success: { status: 204, description: 'Chosen.' },
  errors: ['VALIDATION', 'INVALID_RESET', 'WEAK_PASSWORD'],
})

const RecoveryCodes = Type.Object({
  /** Ten, each good once; shown here and nowhere else. */
  recoveryCodes: Type.Array(Type.String()),
})

export const startSecondFactor = route({
  method: 'POST',
  path: '/panel/v1/second-factor',
  access: { roles: EVERY_ROLE, withoutSecondFactor: true, fresh: true },
  operationId: 'startSecondFactor',
  summary: 'Begin to turn on the second factor',
  description:
    'Needs a fresh sign-in. Nothing changes until a code confirms it; beginning again discards the earlier secret. With a second factor already on, it moves it to another app.',
  success: {
    status: 200,
    description: 'For the authenticator app.',
    schema: Type.Object({
      /** `otpauth://totp/…` */
      uri: Type.String(),
      /** In base 32, for typing by hand. */
      secret: Type.String(),
      /** The same as a QR code, a whole SVG. */
      qrCode: Type.String(),
    }),
  },
  errors: ['NOT_SIGNED_IN', 'SIGN_IN_AGAIN'],
})

export const confirmSecondFactor = route({
  method: 'POST',
  path: '/panel/v1/second-factor/confirm',
  access: { roles: EVERY_ROLE, withoutSecondFactor: true, fresh: true },
  operationId: 'confirmSecondFactor',
  summary: 'Turn on the second factor',
  description: 'With a code of the app. From then on, signing in needs one.',
  body: Type.Object({ code: Code }),
  success: { status: 200, description: 'On.', schema: RecoveryCodes },
  errors: ['NOT_SIGNED_IN', 'SIGN_IN_AGAIN', 'VALIDATION', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS'],
})

export const disableSecondFactor = route({
  method: 'DELETE',
  path: '/panel/v1/second-factor',
  access: { roles: EVERY_ROLE, fresh: true },
  operationId: 'disableSecondFactor',
  summary: 'Turn off the second factor',
  description: 'Needs a fresh sign-in. The recovery codes stop working. Refused where it is required.',
  success: { status: 204, description: 'Off.' },
  errors: ['NOT_SIGNED_IN', 'SIGN_IN_AGAIN', 'SECOND_FACTOR_OBLIGATORY'],
})

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/panel/v1/second-factor/recovery-codes',
  access: { roles: EVERY_ROLE, fresh: true },
  operationId: 'renewRecoveryCodes',
  summary: 'New recovery codes',
  description: 'Needs a fresh sign-in. The earlier ones stop working.',
  success: { status: 200, description: 'The new codes.', schema: RecoveryCodes },
  errors: ['NOT_SIGNED_IN', 'SIGN_IN_AGAIN', 'NOT_FOUND'],
})

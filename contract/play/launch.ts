import type { Static } from 'typebox'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { KeptPreferences } from './preferences.ts'
import { Home, PublicationDetail } from './publications.ts'

/** What a signed-in page holds. Both tokens are opaque; lifetimes are relative, so a wrong device clock changes nothing. */
export const MemberTokens = Type.Object({
  accessToken: Type.String(),
  accessTokenExpiresInSeconds: Type.Integer(),
  refreshToken: Type.String(),
})
export type MemberTokens = Static<typeof MemberTokens>

/** A partner's colour where it can be read: every pair that the screens put together has WCAG's 4.5:1. `#rrggbb`. */
export const Accent = Type.Object({
  accent: Type.String(),
  strong: Type.String(),
  soft: Type.String(),
  onAccent: Type.String(),
})
export type Accent = Static<typeof Accent>

/** On the light screens, on the reader's sepia page, on the dark screens. */
export const AccentPalette = Type.Object({ light: Accent, sepia: Accent, dark: Accent })
export type AccentPalette = Static<typeof AccentPalette>

export const Logo = Type.Object({
  /** Names the very bytes: what has it keeps it for good. */
  url: Type.String(),
  /** What its drawing is like: a `dark` one needs a plate on a dark page, a `light` one on a light page. */
  tone: Type.Union([Type.Literal('dark'), Type.Literal('light'), Type.Literal('any')]),
})
export type Logo = Static<typeof Logo>

/** How a partner has the service look. */
export const Brand = Type.Object({
  accent: Type.Union([AccentPalette, Type.Null()]),
  logo: Type.Union([Logo, Type.Null()]),
})
export type Brand = Static<typeof Brand>

export const Profile = Type.Object({
  member: Type.Object({
    id: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()]),
  }),
  /**
   * The name is the one its members know; no `brand` where the partner chose nothing. `privacyContact`, where members write
   * about their data, is an e-mail or an https address, and not there where the partner named none.
   */
  partner: Type.Object({
    name: Type.String(),
    brand: Type.Optional(Brand),
    privacyContact: Type.Optional(Type.String()),
  }),
  environment: Type.Union([Type.Literal('production'), Type.Literal('sandbox')]),
  service: Type.Object({
    name: Type.String(),
    /** How long the minutes behind a report are kept. */
    keepActivityMonths: Type.Integer(),
    /** Words can be looked up (`GET /play/v1/dictionary`). */
    hasDictionary: Type.Boolean(),
  }),
})
export type Profile = Static<typeof Profile>

/** With what the screen that opens asks for first, where the page says which one it is. */
export const LaunchAnswer = Type.Object({
  tokens: MemberTokens,
  profile: Profile,
  home: Type.Optional(Home),
  /** With its manifest. */
  publication: Type.Optional(PublicationDetail),
  /** With a publication: how the member likes to read and listen. */
  preferences: Type.Optional(KeptPreferences),
})
export type LaunchAnswer = Static<typeof LaunchAnswer>

export const exchangeLaunchToken = route({
  method: 'POST',
  path: '/play/v1/launch',
  access: 'anyone',
  operationId: 'exchangeLaunchToken',
  summary: 'Exchange a launch token for a member session',
  description:
    'Consumes the token. The same token with the same page-minted key, within the lifetime of the token, gives the same member session again, so that a lost answer can be retried; anything else is INVALID_LAUNCH_TOKEN.',
  body: Type.Object({
    token: Type.String({ maxLength: 256 }),
    /** 128 random bits or more, base64url, minted by the page for this token. */
    key: Type.String({ minLength: 22, maxLength: 128, pattern: '^[\\w-]+$' }),
    /** The path that will open: what its screen asks for first comes along. */
    opens: Type.Optional(Type.String()),
  }),
  success: { status: 200, description: 'The member is signed in.', schema: LaunchAnswer },
  errors: ['VALIDATION', 'INVALID_LAUNCH_TOKEN'],
})

export const refreshTokens = route({
  method: 'POST',
  path: '/play/v1/refresh',
  access: 'anyone',
  operationId: 'refreshTokens',
  summary: 'Rotate the tokens of a member session',
  description:
    'Gives new tokens; the earlier ones stop working. For a minute the refresh token just replaced gets the same new tokens again, in case the answer was lost; after that it ends the member session, as any earlier one does at once, for two holders cannot both be honest. Any other text is refused.',
  body: Type.Object({ refreshToken: Type.String({ maxLength: 256 }) }),
  success: { status: 200, description: 'New tokens.', schema: MemberTokens },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN'],
})

export const getProfile = route({
  method: 'GET',
  path: '/play/v1/profile',
  access: 'member',
  operationId: 'getProfile',
  summary: 'Who is signed in, and through whom',
  description: 'The member, the partner, the environment.',
  success: { status: 200, description: 'The profile.', schema: Profile },
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const reportReady = route({
  method: 'POST',
  path: '/play/v1/ready',
  access: 'member',
  operationId: 'reportReady',
  summary: 'Say that the page is ready',
  description: 'Once a page, after the host was told `service:ready`: the partner sees in the panel that it was.',
  success: { status: 204, description: 'Noted.' },
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const endMemberSession = route({
  method: 'POST',
  path: '/play/v1/sign-out',
  access: 'member',
  operationId: 'endMemberSession',
  summary: 'End this member session',
  description: 'Tokens and signed addresses of this member session stop working; its event streams and media end.',
  success: { status: 204, description: 'Ended.' },
  errors: ['INVALID_ACCESS_TOKEN'],
})

/**
 * `text/event-stream`, read with fetch and the access token: a comment every 20 seconds keeps it open.
 * `event: place-moved` with a `PlaceMoved` says that a view of the member moved a place, at once or, where it only goes
 * on, within about a minute. `event: session-ended` says the member session is over, and the stream closes.
 */
export const EVENTS_PATH = '/play/v1/events'

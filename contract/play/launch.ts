import type { Static } from 'typebox'
import { oneOf, orNull } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { StoredPreferences } from './preferences.ts'
import { Home, PublicationDetail } from './publications.ts'

/** Tokens of a signed-in page. Both are opaque. */
export const MemberTokens = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String(),
})
export type MemberTokens = Static<typeof MemberTokens>

/**
 * A partner's colour, adjusted so that every combination on screen has WCAG's contrast of 4.5:1. `#rrggbb`. `fill`: the
 * colour itself, too light to be read on a light screen, as the background of main buttons, with text in `onFill`.
 */
export const Accent = Type.Object({
  accent: Type.String(),
  strong: Type.String(),
  soft: Type.String(),
  onAccent: Type.String(),
  fill: Type.Optional(Type.String()),
  onFill: Type.Optional(Type.String()),
})
export type Accent = Static<typeof Accent>

/** For light screens, the reader's sepia page, and dark screens. */
export const AccentPalette = Type.Object({ light: Accent, sepia: Accent, dark: Accent })
export type AccentPalette = Static<typeof AccentPalette>

export const Logo = Type.Object({
  /** Contains a content hash, so it can be cached forever. */
  url: Type.String(),
  /** A `dark` logo needs a plate on a dark page, a `light` one on a light page. */
  tone: oneOf(['dark', 'light', 'any']),
})
export type Logo = Static<typeof Logo>

/** A partner's branding. */
export const Brand = Type.Object({
  accent: orNull(AccentPalette),
  logo: orNull(Logo),
})
export type Brand = Static<typeof Brand>

export const Profile = Type.Object({
  member: Type.Object({
    id: Type.String(),
    name: orNull(Type.String()),
    email: orNull(Type.String()),
  }),
  /**
   * The partner's display name. No `brand` if the partner chose none. `privacyContact` is an e-mail or an https address
   * for members' questions about their data, if the partner set one.
   */
  partner: Type.Object({
    name: Type.String(),
    brand: Type.Optional(Brand),
    privacyContact: Type.Optional(Type.String()),
  }),
  environment: oneOf(['production', 'sandbox']),
  service: Type.Object({
    /** As members know it: the partner's name if it has a brand, else the operator's name of the service. */
    name: Type.String(),
    /** Retention of the minutes behind a report. */
    activityRetentionMonths: Type.Integer(),
    /** Whether `GET /play/v1/dictionary` has a dictionary. */
    hasDictionary: Type.Boolean(),
  }),
})
export type Profile = Static<typeof Profile>

/** The data of the first screen is included if the page names the screen. */
export const LaunchAnswer = Type.Object({
  tokens: MemberTokens,
  profile: Profile,
  home: Type.Optional(Home),
  /** With its manifest. */
  publication: Type.Optional(PublicationDetail),
  /** Included with a publication: the member's settings. */
  preferences: Type.Optional(StoredPreferences),
})
export type LaunchAnswer = Static<typeof LaunchAnswer>

/**
 * Consumes the token. Within its lifetime, the same token with the same page-minted key returns the same member session
 * again, so that a lost response can be retried; anything else is INVALID_LAUNCH_TOKEN.
 */
export const exchangeLaunchToken = route('POST', '/play/v1/launch', {
  access: 'anyone',
  body: Type.Object({
    token: Type.String({ maxLength: 256 }),
    /** 128 random bits or more, base64url, minted by the page for this token. */
    key: Type.String({ minLength: 22, maxLength: 128, pattern: '^[\\w-]+$' }),
    /** The path that will open: the answer includes the data of its screen. */
    opens: Type.Optional(Type.String()),
  }),
  answer: LaunchAnswer,
})

/**
 * Returns new tokens; the earlier ones stop working. For a minute the replaced refresh token returns the same new
 * tokens again, in case the response was lost; after that it ends the member session, as any earlier one does at once,
 * since it has leaked. Any other text is refused.
 */
export const refreshTokens = route('POST', '/play/v1/refresh', {
  access: 'anyone',
  body: Type.Object({ refreshToken: Type.String({ maxLength: 256 }) }),
  answer: MemberTokens,
})

/** The member, the partner, the environment. */
export const getProfile = route('GET', '/play/v1/profile', {
  access: 'member',
  answer: Profile,
})

/** Reports, once a page, that `service:ready` was sent to the host. The panel shows it to the partner. */
export const reportReady = route('POST', '/play/v1/ready', {
  access: 'member',
  status: 204,
})

/** Tokens and signed addresses of this member session stop working; its event streams and media end. */
export const endMemberSession = route('POST', '/play/v1/sign-out', {
  access: 'member',
  status: 204,
})

/**
 * `text/event-stream`, read with fetch and the access token; a comment every 20 seconds keeps it open. `event:
 * place-moved` with a `PlaceMovedEvent`: a view of the member moved a place (sent at once, or within about a minute
 * during continuous playback). `event: session-ended`: the member session is over, and the stream closes.
 */
export const EVENTS_PATH = '/play/v1/events'

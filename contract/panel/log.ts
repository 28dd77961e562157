import type { Static } from 'typebox'
import { IdPath, Instant, oneOf, orNull } from '../fields.ts'
import { PARTNER_ROLES } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { Environment } from './credentials.ts'

/** An `X-Request-Id`: a UUIDv7, so in order of time. */
export const CALL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const CallId = Type.String({ pattern: CALL_ID.source })

/** A call to the Partner API that named a credential, with its outcome and without its contents. */
export const LoggedCall = Type.Object({
  /** The `X-Request-Id` of the answer. */
  id: Type.String(),
  at: Instant,
  environment: Environment,
  clientId: Type.String(),
  /** The name of the credential. */
  credential: Type.String(),
  method: Type.String(),
  /** Pattern of the route, `/partner/v1/users/:externalUserId`; null for an unknown address. */
  route: orNull(Type.String()),
  /** 499 if the client disconnected before the end of the response. */
  status: Type.Integer(),
  /** Of an error. */
  code: orNull(Type.String()),
  ms: Type.Integer(),
  /** Later refused calls of the same credential and minute, which are not in the log. */
  omitted: Type.Integer(),
})
export type LoggedCall = Static<typeof LoggedCall>

/** A call, and the member it was refused for or whose access it changed, if known. */
export const CallDetail = Type.Object({
  ...LoggedCall.properties,
  member: orNull(Type.Object({ id: Type.String(), externalUserId: orNull(Type.String()) })),
})
export type CallDetail = Static<typeof CallDetail>

/** `ok`: under 400. `refused`: 4xx, abandoned ones included. `failed`: 5xx. */
const Outcome = oneOf(['ok', 'refused', 'failed'])

const Page = {
  nextCursor: orNull(Type.String()),
  /** Set when a scan reached its limit at this instant: the cursor continues from there. */
  searchedUntil: orNull(Instant),
}

/** Filters of a list of calls, and the cursor. */
const callFilters = {
  credential: Type.Optional(storableText({ maxLength: 64 })),
  route: Type.Optional(storableText({ maxLength: 128 })),
  outcome: Type.Optional(Outcome),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  code: Type.Optional(storableText({ maxLength: 64 })),
  from: Type.Optional(Instant),
  until: Type.Optional(Instant),
  after: Type.Optional(CallId),
  cursor: Type.Optional(Type.String({ maxLength: 512 })),
}

/**
 * Newest first, fifty a page, within the retention time. With `after`, the calls since a known one, from a few seconds
 * before it: nodes write calls with a delay.
 */
export const listCalls = route('GET', '/panel/v1/log', {
  access: { roles: PARTNER_ROLES },
  query: Type.Object({ environment: Environment, ...callFilters }),
  answer: Type.Object({ items: Type.Array(LoggedCall), ...Page }),
})

/** In either environment. */
export const getCall = route('GET', '/panel/v1/log/:id', {
  access: { roles: PARTNER_ROLES },
  params: IdPath,
  answer: CallDetail,
})

/** A call and its partner, without the member. */
export const PartnerCall = Type.Object({
  ...LoggedCall.properties,
  partner: Type.Object({ name: Type.String(), slug: Type.String() }),
})
export type PartnerCall = Static<typeof PartnerCall>

/** Newest first, fifty a page, within the retention time. `after` as in the log of a partner. */
export const listPartnerCalls = route('GET', '/panel/v1/calls', {
  access: { roles: ['operator'] },
  query: Type.Object({
    /** A slug. */
    partner: Type.Optional(storableText({ maxLength: 64 })),
    environment: Type.Optional(Environment),
    ...callFilters,
  }),
  answer: Type.Object({ items: Type.Array(PartnerCall), ...Page }),
})

export const getPartnerCall = route('GET', '/panel/v1/calls/:id', {
  access: { roles: ['operator'] },
  params: IdPath,
  answer: PartnerCall,
})

/**
 * `waiting`: can still be opened. `opened`: a member entered by it. `expired`: not used in time, nor later. `refused`:
 * an attempt was refused.
 */
export const LaunchState = oneOf(['waiting', 'opened', 'expired', 'refused'])
export type LaunchState = Static<typeof LaunchState>

/**
 * Why a link was refused. `used`: opened again. `revoked`: the member was revoked. `suspended`: the partner was
 * suspended. `credential`: the views of its credential were ended.
 */
const LaunchRefusal = Type.Object({
  reason: oneOf(['used', 'expired', 'revoked', 'suspended', 'credential']),
  /** When it was first refused for this reason. */
  at: Instant,
})

/** A launch link and its outcome. */
export const PanelLaunch = Type.Object({
  id: Type.String(),
  mintedAt: Instant,
  expiresAt: Instant,
  externalUserId: orNull(Type.String()),
  state: LaunchState,
  /** Between minting and opening. */
  openedAfterMs: orNull(Type.Integer()),
  /** The last refusal, also of an opened link. */
  refusal: orNull(LaunchRefusal),
})
export type PanelLaunch = Static<typeof PanelLaunch>

/**
 * Newest first, fifty a page, within the retention time. `state=refused` finds every link with a refused attempt,
 * opened or not.
 */
export const listLaunches = route('GET', '/panel/v1/launches', {
  access: { roles: PARTNER_ROLES },
  query: Type.Object({
    environment: Environment,
    state: Type.Optional(LaunchState),
    externalUserId: Type.Optional(storableText({ maxLength: 128 })),
    cursor: Type.Optional(Type.String({ maxLength: 512 })),
  }),
  answer: Type.Object({ items: Type.Array(PanelLaunch), ...Page }),
})

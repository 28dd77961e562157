import type { Static } from 'typebox'
import { Instant, oneOf, orNull } from '../fields.ts'
import { CreateSessionRequest } from '../partner/sessions.ts'
import { type AdminRole, PARTNER_ROLES } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { InEnvironment } from './credentials.ts'

/**
 * Milestones of an integration, in this order: a call with a credential, a view opened by a member, the embedded
 * application's `service:ready`, a member revoked through the Partner API.
 */
export const STEPS = ['first-call', 'launch-opened', 'ready-seen', 'revoke-tested'] as const
export const Step = oneOf(STEPS)
export type Step = Static<typeof Step>

/** A call in one programming language, ready to paste: it reads the secret from an environment variable. */
export const Sample = Type.Object({ name: Type.String(), text: Type.String() })
export type Sample = Static<typeof Sample>

/** The sandbox member, one for each admin, whose view the panel opens. */
export const TrialMember = Type.Object({
  externalUserId: Type.String(),
  name: Type.String(),
  isRevoked: Type.Boolean(),
})
export type TrialMember = Static<typeof TrialMember>

export const FirstSteps = Type.Object({
  /** When each was first reached; null until then. */
  steps: Type.Array(Type.Object({ step: Step, at: orNull(Instant) })),
  /** The newest active credential of the environment. */
  credential: orNull(Type.Object({ clientId: Type.String(), name: Type.String(), createdAt: Instant })),
  /** The partner's team, for the check before production. */
  team: Type.Object({ owners: Type.Integer(), ownersWithoutSecondFactor: Type.Integer() }),
  hasFrameOrigins: Type.Boolean(),
  /** When the sandbox was filled with examples; null before. */
  examplesAt: orNull(Instant),
  member: TrialMember,
  /** Address of the embedded application, without a trailing slash: the origin of its messages. */
  playUrl: Type.String(),
  samples: Type.Object({
    firstCall: Type.Array(Sample),
    launch: Type.Array(Sample),
    revoke: Type.Array(Sample),
  }),
})
export type FirstSteps = Static<typeof FirstSteps>

/** The steps reached in the environment, and the data for the remaining ones. */
export const getFirstSteps = route('GET', '/panel/v1/first-steps', {
  access: { roles: PARTNER_ROLES },
  query: InEnvironment,
  answer: FirstSteps,
})

/** Roles that may try the view as a test member. Operators use previews. */
export const TRYING_ROLES = ['owner', 'developer'] as const satisfies readonly AdminRole[]

/**
 * Mints a sandbox launch, whatever environment the panel shows, for the calling admin’s own test member. It is
 * single-use and expires like any other.
 */
export const tryLaunch = route('POST', '/panel/v1/try', {
  access: { roles: TRYING_ROLES },
  body: Type.Object({ redirectPath: CreateSessionRequest.properties.redirectPath }),
  status: 201,
  answer: Type.Object({ launchUrl: Type.String() }),
})

/** Blocks or restores the trial's member like the Partner API: open views end at once. */
export const setTrialAccess = route('PUT', '/panel/v1/try/member', {
  access: { roles: TRYING_ROLES },
  body: Type.Object({ status: oneOf(['ACTIVE', 'BLOCKED']) }),
  answer: TrialMember,
})

/**
 * Fictitious members and a month of their listening and reading, counted like any other. Not available in production.
 * Idempotent.
 */
export const fillSandbox = route('POST', '/panel/v1/sandbox/examples', {
  access: { roles: ['owner', 'developer'] },
  /** Whether this call filled the sandbox; false if it already was. */
  answer: Type.Object({ isNew: Type.Boolean() }),
})

import type { Static } from 'typebox'
import { Instant, oneOf, orNull } from '../fields.ts'
import { PARTNER_ROLES } from '../roles.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { nameText, storableText } from '../text.ts'

export const Environment = oneOf(['production', 'sandbox'])
export type Environment = Static<typeof Environment>
export const InEnvironment = Type.Object({ environment: Environment })

/** A credential as the panel shows one: never its secret. */
export const PanelCredential = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  environment: Environment,
  createdAt: Instant,
  /** Name of the admin; null when created on the command line. */
  createdBy: orNull(Type.String()),
  rotatedAt: orNull(Instant),
  revokedAt: orNull(Instant),
  /** When the views that its links had opened were ended. */
  viewsEndedAt: orNull(Instant),
  /** The last call and its route: `GET /partner/v1/catalog`. */
  lastUse: orNull(Type.Object({ at: Instant, route: Type.String() })),
  /** Calls of each of the last seven days, today last, by the service's time zone. */
  callsByDay: Type.Array(Type.Integer()),
  /** Calls a minute. */
  rateLimit: Type.Integer(),
})
export type PanelCredential = Static<typeof PanelCredential>

/** A new secret, shown only here. */
export const NewSecret = Type.Object({ credential: PanelCredential, clientSecret: Type.String() })
export type NewSecret = Static<typeof NewSecret>

/** Lists credentials: active ones before revoked ones, each newest first. */
export const listCredentials = route('GET', '/panel/v1/credentials', {
  access: { roles: PARTNER_ROLES },
  query: InEnvironment,
  answer: Type.Object({ items: Type.Array(PanelCredential) }),
})

/**
 * In the last sixty seconds, on all nodes. This call does not count. `together`: usage of the limit shared by all
 * credentials of up to 120 a minute; null while they cannot exceed it.
 */
export const listCredentialUse = route('GET', '/panel/v1/credentials/usage', {
  access: { roles: PARTNER_ROLES },
  query: InEnvironment,
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        clientId: Type.String(),
        /** Calls of the last sixty seconds. */
        used: Type.Integer(),
        /** Calls a minute. */
        limit: Type.Integer(),
      }),
    ),
    together: orNull(Type.Object({ used: Type.Integer(), limit: Type.Integer() })),
  }),
})

/** Only this response contains the secret. */
export const createCredential = route('POST', '/panel/v1/credentials', {
  access: { roles: ['owner', 'developer'], fresh: true },
  body: Type.Object({ name: nameText({ minLength: 1, maxLength: 80 }), environment: Environment }),
  status: 201,
  answer: NewSecret,
})

const CredentialPath = Type.Object({ clientId: storableText({ maxLength: 64 }) })

/** The earlier secret stops working at once, on every node. */
export const rotateCredential = route('POST', '/panel/v1/credentials/:clientId/rotate', {
  access: { roles: ['owner', 'developer'], fresh: true },
  params: CredentialPath,
  answer: NewSecret,
})

/** Irreversible, at once, on every node. Idempotent. */
export const revokeCredential = route('POST', '/panel/v1/credentials/:clientId/revoke', {
  access: { roles: ['owner', 'developer'], fresh: true },
  params: CredentialPath,
  answer: PanelCredential,
})

/** Ends the views that links of a revoked credential opened, and voids its links: at once, on every node. Idempotent. */
export const endViewsOfCredential = route('POST', '/panel/v1/credentials/:clientId/end-views', {
  access: { roles: ['owner', 'developer'], fresh: true },
  params: CredentialPath,
  answer: PanelCredential,
})

import * as contract from '@estante/contract/panel/credentials.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import type { Credential } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { serve } from '../http/serve.ts'
import type { OpenViews } from '../members/open-views.ts'
import { ofTenancy, partnerOf, tenancyOf } from '../tenancy.ts'
import { ordinaryTogether, partnerCaller, revokedSince } from './client-limits.ts'
import { createCredential, endViewsOfCredential, revokeCredential, rotateSecret } from './credential.ts'
import type { LastUse } from './last-use.ts'
import { toPanelCredential, toPanelCredentials } from './panel-credential.ts'

/** The most active credentials of a partner in one environment; the message in `contract/errors.ts` says the number. */
const ACTIVE_CREDENTIALS = 20

/**
 * Registers the routes of a partner's credentials, in the panel. Takes effect at once in the API, which reads them at
 * every call.
 */
export function credentialRoutes(
  app: FastifyInstance,
  context: Context,
  rateLimit: RateLimit,
  lastUse: Pick<LastUse, 'flush'>,
  openViews: Pick<OpenViews, 'endCredential'>,
): void {
  const { db, clock, config } = context

  serve(app, contract.listCredentials, async ({ query, request }) => {
    const tenancy = tenancyOf(request, query)
    // Flushed first: without the latest uses, a credential in use would seem safe to rotate.
    await lastUse.flush()
    const credentials = await db.read
      .selectFrom('credential')
      .selectAll()
      .where(ofTenancy(tenancy))
      .orderBy((is) => is('revoked_at', 'is', null), 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('client_id')
      .execute()
    return { items: await toPanelCredentials(context, credentials) }
  })

  serve(app, contract.listCredentialUse, async ({ query, request }) => {
    const tenancy = tenancyOf(request, query)
    const { partnerId, environment } = tenancy
    const credentials = await db.read
      .selectFrom('credential')
      .select(['client_id', 'rate_limit'])
      .where(ofTenancy(tenancy))
      .where('revoked_at', 'is', null)
      .execute()
    const callers = credentials.map(({ client_id, rate_limit }) => ({ caller: client_id, limit: rate_limit }))
    const now = clock.now()
    const { partner_limit: limit, ordinary_together } = await db.read
      .selectFrom('partner')
      .select([
        'rate_limit as partner_limit',
        ordinaryTogether(partnerId, environment, revokedSince(now)).as('ordinary_together'),
      ])
      .where('id', '=', partnerId)
      .executeTakeFirstOrThrow()
    const together = { caller: partnerCaller(tenancy), limit }
    const [shared, ...uses] = await rateLimit.peek([together, ...callers], now)
    return {
      together: ordinary_together > limit ? { used: shared ?? 0, limit } : null,
      items: callers.map(({ caller, limit }, index) => ({
        clientId: caller,
        limit,
        used: uses[index] ?? 0,
      })),
    }
  })

  serve(app, contract.createCredential, async ({ body, request }) => {
    const { name } = body
    const own = { name, createdBy: request.admin.adminId, activeAtMost: ACTIVE_CREDENTIALS }
    const subject = { ...tenancyOf(request, body), ...own }
    const created = await createCredential(db, clock.now(), config, subject, actorOf(request))
    return toNewSecret(created)
  })

  serve(app, contract.rotateCredential, async ({ params: { clientId }, request }) => {
    const key = { clientId, partnerId: partnerOf(request) }
    const rotated = await rotateSecret(db, clock.now(), key, actorOf(request))
    if (!rotated) throw new ApiError('NOT_FOUND')
    return toNewSecret(rotated)
  })

  serve(app, contract.revokeCredential, async ({ params: { clientId }, request }) => {
    const key = { clientId, partnerId: partnerOf(request) }
    const revoked = await revokeCredential(db, clock.now(), key, actorOf(request))
    if (!revoked) throw new ApiError('NOT_FOUND')
    return toPanelCredential(context, revoked)
  })

  serve(app, contract.endViewsOfCredential, async ({ params: { clientId }, request }) => {
    const key = { clientId, partnerId: partnerOf(request) }
    const revoked = await endViewsOfCredential(db, clock.now(), key, actorOf(request))
    if (!revoked) throw new ApiError('NOT_FOUND')
    openViews.endCredential(revoked.id)
    return toPanelCredential(context, revoked)
  })

  async function toNewSecret({ credential, clientSecret }: { credential: Credential; clientSecret: string }) {
    return { credential: await toPanelCredential(context, credential), clientSecret }
  }
}

import {
  createCredential as createCredentialRoute,
  listCredentials,
  listCredentialUse,
  type PanelCredential,
  revokeCredential as revokeCredentialRoute,
  rotateCredential as rotateCredentialRoute,
} from '@estante/contract/panel/credentials.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appendAudit } from '../admins/audit.ts'
import { actorOf, requireFresh, requirePartner } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import type { Credential } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { serve } from '../http/serve.ts'
import { readCallsByDay } from './calls-by-day.ts'
import { type Alongside, createCredential, revokeCredential, rotateSecret } from './credential.ts'

const DAYS_SHOWN = 7

/** A partner's credentials, in the panel. What is done here holds at once in the API, which reads them at every call. */
export function credentialRoutes(app: FastifyInstance, context: Context, rateLimit: RateLimit): void {
  const { db, clock, config } = context

  serve(app, listCredentials, async ({ query, request }) => {
    const partnerId = requirePartner(request, 'owner', 'developer', 'analyst')
    const credentials = await db.read
      .selectFrom('credential')
      .selectAll()
      .where('partner_id', '=', partnerId)
      .where('environment', '=', query.environment)
      .orderBy('created_at', 'desc')
      .orderBy('client_id')
      .execute()
    const isActive = (credential: Credential) => credential.revoked_at === null
    const inOrder = [...credentials.filter(isActive), ...credentials.filter((one) => !isActive(one))]
    return { items: await toPanelCredentials(context, inOrder) }
  })

  serve(app, listCredentialUse, async ({ query, request }) => {
    const partnerId = requirePartner(request, 'owner', 'developer', 'analyst')
    const credentials = await db.read
      .selectFrom('credential')
      .select(['client_id', 'rate_limit'])
      .where('partner_id', '=', partnerId)
      .where('environment', '=', query.environment)
      .where('revoked_at', 'is', null)
      .execute()
    const callers = credentials.map(({ client_id, rate_limit }) => ({ caller: client_id, limit: rate_limit }))
    const uses = await rateLimit.peek(callers, clock.now())
    return {
      items: callers.map(({ caller, limit }, place) => ({
        clientId: caller,
        limit,
        used: uses[place]?.used ?? 0,
        resetSeconds: uses[place]?.resetSeconds ?? 0,
      })),
    }
  })

  serve(app, createCredentialRoute, async ({ body, request }) => {
    const partnerId = mayAct(request)
    const { environment } = body
    const name = body.name.trim()
    if (name === '') throw new ApiError('VALIDATION', ['O campo "name" não pode ser vazio.'])
    const subject = { partnerId, environment, name, createdBy: request.admin.adminId }
    const created = await createCredential(db, clock.now(), config, subject, writeDown(request, 'credential-created'))
    return toNewSecret(created)
  })

  serve(app, rotateCredentialRoute, async ({ params: { clientId }, request }) => {
    const key = { clientId, partnerId: mayAct(request) }
    const rotated = await rotateSecret(db, clock.now(), key, writeDown(request, 'credential-rotated'))
    if (!rotated) throw new ApiError('NOT_FOUND')
    return toNewSecret(rotated)
  })

  serve(app, revokeCredentialRoute, async ({ params: { clientId }, request }) => {
    const key = { clientId, partnerId: mayAct(request) }
    const revoked = await revokeCredential(db, clock.now(), key, writeDown(request, 'credential-revoked'))
    if (!revoked) throw new ApiError('NOT_FOUND')
    return toPanelCredential(context, revoked)
  })

  function mayAct(request: FastifyRequest): string {
    const partnerId = requirePartner(request, 'owner', 'developer')
    requireFresh(request, clock.now())
    return partnerId
  }

  function writeDown(
    request: FastifyRequest,
    act: 'credential-created' | 'credential-rotated' | 'credential-revoked',
  ): Alongside {
    return (tx, credential) => appendAudit(tx, clock.now(), actorOf(request), act, credential.client_id)
  }

  async function toNewSecret({ credential, clientSecret }: { credential: Credential; clientSecret: string }) {
    return { credential: await toPanelCredential(context, credential), clientSecret }
  }
}

async function toPanelCredential(context: Context, credential: Credential): Promise<PanelCredential> {
  const [one] = await toPanelCredentials(context, [credential])
  return one as PanelCredential
}

async function toPanelCredentials(
  { db, clock, config }: Context,
  credentials: Credential[],
): Promise<PanelCredential[]> {
  const clientIds = credentials.map((credential) => credential.client_id)
  const creators = credentials.flatMap((credential) => credential.created_by ?? [])
  const [callsOf, admins] = await Promise.all([
    readCallsByDay(db, clock.now(), config.timeZone, clientIds, DAYS_SHOWN),
    creators.length > 0 ? db.read.selectFrom('admin').select(['id', 'name']).where('id', 'in', creators).execute() : [],
  ])
  const nameOf = new Map(admins.map(({ id, name }) => [id, name]))
  return credentials.map((credential) => ({
    clientId: credential.client_id,
    name: credential.name,
    environment: credential.environment,
    createdAt: new Date(credential.created_at).toISOString(),
    createdBy: nameOf.get(credential.created_by ?? '') ?? null,
    rotatedAt: toInstant(credential.rotated_at),
    revokedAt: toInstant(credential.revoked_at),
    lastUse:
      credential.last_used_at === null
        ? null
        : { at: new Date(credential.last_used_at).toISOString(), route: credential.last_used_route ?? '' },
    callsByDay: callsOf.get(credential.client_id) ?? [],
    rateLimit: credential.rate_limit,
  }))
}

function toInstant(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

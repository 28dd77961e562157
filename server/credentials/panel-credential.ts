import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import type { Context } from '../context.ts'
import type { Credential } from '../db/tables.ts'
import { nameOfEnvironment } from '../environment.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { readCallsByDay } from './calls-by-day.ts'

/** Returns a credential as the panel's API describes it. */
export async function toPanelCredential(context: Context, credential: Credential): Promise<PanelCredential> {
  const [one] = await toPanelCredentials(context, [credential])
  return one as PanelCredential
}

/** Returns credentials as the panel's API describes them. */
export async function toPanelCredentials(
  { db, clock, config }: Context,
  credentials: Credential[],
): Promise<PanelCredential[]> {
  const ids = credentials.map(({ id }) => id)
  const creators = credentials.flatMap((credential) => credential.created_by ?? [])
  const [callsOf, admins] = await Promise.all([
    readCallsByDay(db, clock.now(), config.timeZone, ids),
    creators.length > 0 ? db.read.selectFrom('admin').select(['id', 'name']).where('id', 'in', creators).execute() : [],
  ])
  const nameOf = new Map(admins.map(({ id, name }) => [id, name]))
  return credentials.map((credential) => ({
    clientId: credential.client_id,
    name: credential.name,
    environment: nameOfEnvironment(credential.environment),
    createdAt: new Date(credential.created_at).toISOString(),
    createdBy: nameOf.get(credential.created_by ?? 0) ?? null,
    rotatedAt: toIsoString(credential.rotated_at),
    revokedAt: toIsoString(credential.revoked_at),
    viewsEndedAt: toIsoString(credential.views_ended_at),
    lastUse:
      credential.last_used_at === null
        ? null
        : { at: new Date(credential.last_used_at).toISOString(), route: credential.last_used_route ?? '' },
    callsByDay: callsOf.get(credential.id) ?? [],
    rateLimit: credential.rate_limit,
  }))
}

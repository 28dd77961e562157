import * as contract from '@estante/contract/panel/first-steps.ts'
import { reportReady } from '@estante/contract/play/launch.ts'
import type { FastifyInstance } from 'fastify'
import { lockAdmin } from '../admins/admin.ts'
import { actorOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { createKeyedQueue } from '../keyed-queue.ts'
import { issueLaunch, launchUrl } from '../launches/launch.ts'
import type { OpenViews } from '../members/open-views.ts'
import { type Milestones, readMilestones } from '../milestones/milestone.ts'
import { readTrialMember, sandboxOf, setTrialMember } from '../previews/trial.ts'
import { ofTenancy, partnerOf, type Tenancy, tenancyOf } from '../tenancy.ts'
import { fillWithExamples } from './examples.ts'
import { createSamples } from './samples.ts'

/** Registers the panel's routes of a partner's progress with the integration, and of the trial and examples. */
export function firstStepRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  const { db, clock, config } = context
  const samplesFor = createSamples(config.baseUrl)

  serve(app, contract.getFirstSteps, async ({ query, request }) => {
    const tenancy = tenancyOf(request, query)
    const { partnerId } = tenancy
    const [milestones, sandbox, credential, team, hasFrameOrigins, member] = await Promise.all([
      readMilestones(db.read, tenancy),
      readMilestones(db.read, sandboxOf(partnerId)),
      findNewestCredential(db, tenancy),
      countOwners(db, partnerId),
      hasOrigins(db, partnerId),
      readTrialMember(db.read, partnerId, request.admin),
    ])
    const { externalUserId } = member
    const clientId =
      credential?.client_id ?? `${config.servicePrefix}_${query.environment === 'sandbox' ? 'test' : 'live'}_…`
    return {
      steps: contract.STEPS.map((step) => ({ step, at: toIsoString(milestones.get(step) ?? null) })),
      credential: credential
        ? {
            clientId: credential.client_id,
            name: credential.name,
            createdAt: new Date(credential.created_at).toISOString(),
          }
        : null,
      team,
      hasFrameOrigins,
      examplesAt: toIsoString(sandbox.get('sandbox-seeded') ?? null),
      member,
      playUrl: config.playUrl,
      samples: samplesFor({ clientId, externalUserId, body: { externalUserId } }),
    }
  })

  serve(app, contract.tryLaunch, async ({ body, request }) => {
    const partnerId = partnerOf(request)
    const { externalUserId, name } = await readTrialMember(db.read, partnerId, request.admin)
    const { redirectPath } = body
    const sessionRequest = { externalUserId, name, ...(redirectPath !== undefined && { redirectPath }) }
    const { token } = await db.write(async (tx) => {
      await lockAdmin(tx, request.admin.adminId, contract.TRYING_ROLES)
      await requireActive(tx, partnerId)
      return issueLaunch(tx, clock.now(), sandboxOf(partnerId), sessionRequest)
    })
    return { launchUrl: launchUrl(config.playUrl, token, redirectPath) }
  })

  serve(app, contract.setTrialAccess, async ({ body, request }) => {
    const partnerId = partnerOf(request)
    const own = await readTrialMember(db.read, partnerId, request.admin)
    const { memberId, member } = await db.write((tx) => setTrialMember(tx, clock.now(), partnerId, own, body.status))
    if (member.isRevoked) openViews.endMember(memberId)
    return member
  })

  const enqueue = createKeyedQueue()
  serve(app, contract.fillSandbox, async ({ request }) => {
    const partnerId = partnerOf(request)
    // Calls at once would each simulate the month.
    const outcome = await enqueue(partnerId, () => fillWithExamples(context, partnerId, actorOf(request)))
    if (outcome === 'no-titles') throw new ApiError('EMPTY_CATALOG')
    return { isNew: outcome === 'filled' }
  })
}

/** Registers the route by which a page reports once that it was shown and notified its host. */
export function readyRoutes(app: FastifyInstance, milestones: Milestones): void {
  serve(app, reportReady, async ({ request, reply }) => {
    milestones.reach(request.member, 'ready-seen')
    return reply.send()
  })
}

async function findNewestCredential(db: Database, tenancy: Tenancy) {
  return db.read
    .selectFrom('credential')
    .select(['client_id', 'name', 'created_at'])
    .where(ofTenancy(tenancy))
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('client_id', 'desc')
    .executeTakeFirst()
}

async function countOwners(db: Database, partnerId: number) {
  const owners = await db.read
    .selectFrom('admin')
    .select('totp_secret')
    .where('partner_id', '=', partnerId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .execute()
  return {
    owners: owners.length,
    ownersWithoutSecondFactor: owners.filter(({ totp_secret }) => totp_secret === null).length,
  }
}

/** A link of a suspended partner would open nothing. */
async function requireActive(tx: Transaction, partnerId: number): Promise<void> {
  const partner = await tx
    .selectFrom('partner')
    .select('suspended_at')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  if (partner.suspended_at !== null) throw new ApiError('PARTNER_SUSPENDED')
}

async function hasOrigins(db: Database, partnerId: number): Promise<boolean> {
  const partner = await db.read
    .selectFrom('partner')
    .select('frame_origins')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return partner.frame_origins !== null
}

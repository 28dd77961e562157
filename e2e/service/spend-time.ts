import { randomUUID } from 'node:crypto'
import { recordHeartbeat } from '@estante/server/activity/record-heartbeat.ts'
import { PRODUCTION } from '@estante/server/environment.ts'
import { upsertMember } from '@estante/server/members/member.ts'
import type { Partner } from './partner.ts'
import type { Service } from './start.ts'

/**
 * Records activity of a member in the first audiobook, or in a chapter of the first e-book, or in the named one, for a
 * duration that ends now.
 */
export async function spendTime(
  { context }: Service,
  partner: Pick<Partner, 'id'>,
  externalUserId: string,
  { type, title, activeMs }: { type: 'audiobook' | 'ebook'; title?: string; activeMs: number },
): Promise<string> {
  const { db, clock, config } = context
  const tenancy = { partnerId: partner.id, environment: PRODUCTION } as const
  const leaseId = randomUUID()
  return db.write(async (tx) => {
    const publication = await tx
      .selectFrom('publication')
      .selectAll()
      .where('type', '=', type)
      .$if(title !== undefined, (query) => query.where('title', '=', title ?? ''))
      .orderBy('public_id')
      .executeTakeFirstOrThrow()
    const { id: memberId } = await upsertMember(tx, clock.now(), tenancy, externalUserId, {})
    const member = { ...tenancy, memberId, memberSessionId: '', credentialId: null, externalUserId }
    for (const [index, claimed] of [0, activeMs].entries()) {
      const chapter = type === 'ebook' ? { chapter: 0 } : {}
      const heartbeat = {
        leaseId,
        publicationId: publication.public_id,
        sequence: index + 1,
        activeMs: claimed,
        idleMs: 0,
      }
      const at = clock.now() - activeMs + claimed
      await recordHeartbeat(tx, at, config.timeZone, member, { ...heartbeat, ...chapter })
    }
    return publication.title
  })
}

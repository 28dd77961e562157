import { randomUUID } from 'node:crypto'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { Heartbeat } from '@estante/contract/play/activity.ts'
import type { Customer } from '../examples/customers.ts'
import { recordHeartbeat } from '../server/activity/record.ts'
import type { Context } from '../server/context.ts'
import type { Publication } from '../server/db/tables.ts'
import { type Tenancy, upsertMember } from '../server/members/member.ts'

const DAY_MS = 86_400_000
const HEARTBEAT_MS = 15_000
const DAYS = 30

/**
 * Lives a month of listening and reading for a partner's members, heartbeat by heartbeat, through the same door as the
 * application's: what the report says was counted, not written in.
 */
export async function seedUsage(context: Context, tenancy: Tenancy, customers: Customer[]): Promise<void> {
  const { db, config } = context
  const titles = await db.read.selectFrom('publication').selectAll().orderBy('id').execute()
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (const [index, customer] of customers.entries()) {
    await db.write(async (tx) => {
      const { externalUserId, name } = customer
      const { id: memberId } = await upsertMember(tx, today - DAYS * DAY_MS, tenancy, externalUserId, { name })
      const member = { memberSessionId: '', memberId, ...tenancy, externalUserId }
      // Each member has habits of their own: how often, how long, and at what hour of the evening.
      for (let day = DAYS; day >= 1; day -= 2 + (index % 3)) {
        const publication = titles[(index + Math.floor(day / 4)) % titles.length]
        if (!publication) return
        const start = today - day * DAY_MS + (21 + index / 2) * 3_600_000
        const minutes = 2 + ((index * 7 + day * 3) % 9)
        const furthest = 0.3 + ((index * 2 + day) % 7) / 10
        for (const { at, heartbeat } of stretch(publication, start, minutes, furthest)) {
          await recordHeartbeat(tx, at, config.timeZone, { member, publication, heartbeat })
        }
      }
    })
  }
}

/** The heartbeats of so many minutes with a title, from its start to that part of it at most. */
function* stretch(
  publication: Publication,
  start: number,
  minutes: number,
  furthest: number,
): Generator<{ at: number; heartbeat: Heartbeat }> {
  const { readingOrder } = JSON.parse(publication.manifest) as Manifest
  const leaseId = randomUUID()
  const lengthMs = publication.duration_ms ?? readingOrder.length * 60_000
  const endMs = Math.min(minutes * 60_000, lengthMs * furthest)
  for (let activeMs = 0, sequence = 1; activeMs <= endMs; activeMs += HEARTBEAT_MS, sequence++) {
    const totalProgression = activeMs / lengthMs
    const chapter = Math.floor(totalProgression * readingOrder.length)
    const isAudio = publication.type === 'audiobook'
    const href = readingOrder[isAudio ? 0 : chapter]?.href ?? ''
    const progression = isAudio ? totalProgression : (totalProgression * readingOrder.length) % 1
    yield {
      at: start + activeMs,
      heartbeat: {
        leaseId,
        sequence,
        publicationId: publication.id,
        activeMs,
        idleMs: 0,
        ...(isAudio ? { contentMs: activeMs } : { chapter }),
        locator: { href, locations: { progression, totalProgression, ...(isAudio && { time: activeMs / 1000 }) } },
      },
    }
  }
}

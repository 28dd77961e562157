import type { Manifest } from '@estante/contract/manifest.ts'
import type { Heartbeat } from '@estante/contract/play/activity.ts'
import { recordHeartbeat } from '../activity/record-heartbeat.ts'
import { DAY_MS } from '../calendar.ts'
import type { Context } from '../context.ts'
import { uuidOf } from '../db/ids.ts'
import type { Publication } from '../db/tables.ts'
import { upsertMember } from '../members/member.ts'
import { availableTo } from '../publications/available.ts'
import type { Tenancy } from '../tenancy.ts'

const HEARTBEAT_MS = 60_000
const DAYS = 30

export interface ExamplePerson {
  externalUserId: string
  name: string
}

/**
 * Simulates the month before `until` for a partner's members, heartbeat by heartbeat, as if sent by the application.
 * Every write has an id derived from its content, so that repeating the month adds nothing. Returns whether there was
 * anything to listen to or read.
 */
export async function simulateMonth(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  tenancy: Tenancy,
  people: readonly ExamplePerson[],
  until: number,
): Promise<boolean> {
  const titles = await db.read
    .selectFrom('publication')
    .selectAll()
    .where(availableTo(tenancy.partnerId, clock.now()))
    .orderBy('public_id')
    .limit(50)
    .execute()
  if (titles.length === 0) return false
  const today = Math.floor(until / DAY_MS) * DAY_MS
  for (const [index, { externalUserId, name }] of people.entries()) {
    const joinedAt = today - DAYS * DAY_MS
    const { id: memberId } = await db.write((tx) => upsertMember(tx, joinedAt, tenancy, externalUserId, { name }))
    const member = { memberSessionId: '', credentialId: null, memberId, ...tenancy, externalUserId }
    // Each member has habits: days between sittings, their length, and the hour of the evening.
    for (let day = DAYS; day >= 1; day -= 3 + (index % 4)) {
      const publication = titles[(index + Math.floor(day / 4)) % titles.length] as Publication
      const start = today - day * DAY_MS + (19 + (index % 9) / 2) * 3_600_000
      const minutes = 2 + ((index * 7 + day * 3) % 9)
      const furthest = 0.3 + ((index * 2 + day) % 7) / 10
      await db.write(async (tx) => {
        // So that repeated heartbeats count once.
        const ids = { leaseId: uuidOf(`${memberId} ${day}`), viewId: uuidOf(`${memberId}`) }
        for (const { at, heartbeat } of heartbeatsOf(publication, ids, start, minutes, furthest)) {
          await recordHeartbeat(tx, at, config.timeZone, member, heartbeat)
        }
      })
    }
  }
  return true
}

/** Makes the heartbeats of so many minutes in a title, from its start up to a part of it. */
function* heartbeatsOf(
  publication: Publication,
  { leaseId, viewId }: { leaseId: string; viewId: string },
  start: number,
  minutes: number,
  furthest: number,
): Generator<{ at: number; heartbeat: Heartbeat }> {
  const { readingOrder } = JSON.parse(publication.manifest) as Manifest
  const lengthMs = publication.duration_ms ?? readingOrder.length * 60_000
  const endMs = Math.min(minutes * 60_000, lengthMs * furthest)
  for (let activeMs = 0, sequence = 1; activeMs < endMs + HEARTBEAT_MS; activeMs += HEARTBEAT_MS, sequence++) {
    const heardMs = Math.min(activeMs, Math.floor(endMs))
    const totalProgression = heardMs / lengthMs
    const chapter = Math.min(readingOrder.length - 1, Math.floor(totalProgression * readingOrder.length))
    const isAudio = publication.type === 'audiobook'
    const href = readingOrder[isAudio ? 0 : chapter]?.href ?? ''
    const progression = isAudio ? totalProgression : (totalProgression * readingOrder.length) % 1
    yield {
      at: start + heardMs,
      heartbeat: {
        leaseId,
        sequence,
        publicationId: publication.public_id,
        activeMs: heardMs,
        idleMs: 0,
        ...(isAudio ? { contentMs: heardMs } : { chapter }),
        movement: {
          locator: { href, locations: { progression, totalProgression, ...(isAudio && { time: heardMs / 1000 }) } },
          viewId,
          step: Math.ceil((start + heardMs) / HEARTBEAT_MS),
          basedOn: 0,
          device: 'android-phone',
        },
      },
    }
  }
}

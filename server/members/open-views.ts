import type { Context } from '../context.ts'
import { REVOKED } from './member.ts'

const LOOK_EVERY_MS = 500
/** How far before the last look a look goes, so that a commit that took long, or a clock slightly behind, is not missed. */
const LOOK_BACK_MS = 10_000

/** Why something that was open for a member ends: the member's access did, or only this process. */
export type EndReason = 'revoked' | 'closing'

type OnEnd = (reason: EndReason) => void

/**
 * What is open for each member now (event streams, media on its way), and how to end it. A revocation made in this
 * process ends it at once; one made in another is announced by PostgreSQL, and found in any case within half a second,
 * by an indexed look at the latest ones.
 */
export function createOpenViews({ db, clock, log }: Context) {
  const endings = new Map<string, Set<OnEnd>>()
  let lookedAt = clock.now()
  let isLooking = false
  let isBlind = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look()
    isLooking = false
  }, LOOK_EVERY_MS)
  timer.unref()
  const stopHearing = db.onAnnounced(REVOKED, (memberId) => end(memberId))

  function end(memberId: string, reason: EndReason = 'revoked'): void {
    const views = endings.get(memberId)
    endings.delete(memberId)
    for (const onEnd of views ?? []) onEnd(reason)
  }

  /** Back to the last look that could be taken: what happened while the database was out of reach is found after. */
  async function look(): Promise<void> {
    const now = clock.now()
    if (endings.size > 0) {
      try {
        const revoked = await db.read
          .selectFrom('member')
          .select('id')
          .where('revoked_at', '>', Math.min(lookedAt, now) - LOOK_BACK_MS)
          .execute()
        for (const { id } of revoked) end(id)
      } catch (error) {
        if (!isBlind) log.error({ err: error }, 'revocations not read')
        isBlind = true
        return
      }
    }
    isBlind = false
    lookedAt = now
  }

  return {
    /** Ends all that is open for a member who was revoked. */
    end: (memberId: string) => end(memberId),
    /** Keeps how to end something that is open for a member. Returns what to call when it closes by itself. */
    register(memberId: string, onEnd: OnEnd): () => void {
      const views = endings.get(memberId) ?? new Set()
      endings.set(memberId, views)
      views.add(onEnd)
      return () => {
        views.delete(onEnd)
        if (views.size === 0 && endings.get(memberId) === views) endings.delete(memberId)
      }
    },
    /** Lets go of everything, for a shutdown: the members stay signed in, and their pages come back to the next process. */
    close(): void {
      clearInterval(timer)
      stopHearing()
      for (const memberId of [...endings.keys()]) end(memberId, 'closing')
    },
  }
}

export type OpenViews = ReturnType<typeof createOpenViews>

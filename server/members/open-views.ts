import type { Context } from '../context.ts'
import { REVOKED } from './member.ts'

const LOOK_EVERY_MS = 500
/** How far back a look goes, so that a commit that took long, or a clock slightly behind, is not missed. */
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
  const timer = setInterval(
    () => look().catch((error) => log.error({ err: error }, 'revocations not read')),
    LOOK_EVERY_MS,
  )
  timer.unref()
  const stopHearing = db.onAnnounced(REVOKED, (memberId) => end(memberId))

  function end(memberId: string, reason: EndReason = 'revoked'): void {
    const views = endings.get(memberId)
    endings.delete(memberId)
    for (const onEnd of views ?? []) onEnd(reason)
  }

  async function look(): Promise<void> {
    if (endings.size === 0) return
    const revoked = await db.read
      .selectFrom('member')
      .select('id')
      .where('revoked_at', '>', clock.now() - LOOK_BACK_MS)
      .execute()
    for (const { id } of revoked) end(id)
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

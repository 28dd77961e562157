import type { Context } from '../context.ts'
import { REVOKED } from './member.ts'
import { type MemberKey, SESSION_ENDED } from './member-session.ts'

/** The topic that tells every node that a partner was suspended; its detail is the partner's id. */
export const SUSPENDED = 'suspended'

const LOOK_EVERY_MS = 500
/** How far before the last look a look goes, so that a commit that took long, or a clock slightly behind, is not missed. */
const LOOK_BACK_MS = 10_000

/** Why something that was open for a member ends: the member's access did, or only this process. */
export type EndReason = 'revoked' | 'closing'

/** Whose view it is. */
export interface ViewKey extends MemberKey {
  memberSessionId: string
}

interface View extends ViewKey {
  end(reason: EndReason): void
}

/**
 * What is open for each member now (event streams, media on its way), and how to end it: when the member is revoked, when
 * the member session ends, and when their partner is suspended. Done in this process, either ends it at once; done in another, it is announced by
 * PostgreSQL, and found in any case within half a second, by an indexed look at the latest ones.
 */
export function createOpenViews({ db, clock, log }: Context) {
  const views = new Set<View>()
  let lookedAt = clock.now()
  let isLooking = false
  let isBlind = false
  let isClosed = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look()
    isLooking = false
  }, LOOK_EVERY_MS)
  timer.unref()
  const stopHearing = [
    db.onAnnounced(REVOKED, (id) => end('memberId', [Number(id)])),
    db.onAnnounced(SUSPENDED, (id) => end('partnerId', [Number(id)])),
    db.onAnnounced(SESSION_ENDED, (id) => end('memberSessionId', [id])),
  ]

  /** Ends all that is open for these members, member sessions or partners. */
  function end<Of extends keyof ViewKey>(of: Of, ids: readonly ViewKey[Of][]): void {
    if (ids.length === 0) return
    const ended = new Set(ids)
    for (const view of views) if (ended.has(view[of])) view.end('revoked')
  }

  /** Back to the last look that could be taken: what happened while the database was out of reach is found after. */
  async function look(): Promise<void> {
    const now = clock.now()
    if (views.size > 0) {
      const since = Math.min(lookedAt, now) - LOOK_BACK_MS
      try {
        const [revoked, ended, suspended] = await Promise.all([
          db.read.selectFrom('member').select('id').where('revoked_at', '>', since).execute(),
          db.read.selectFrom('member_session').select('id').where('ended_at', '>', since).execute(),
          db.read.selectFrom('partner').select('id').where('suspended_at', '>', since).execute(),
        ])
        end(
          'memberId',
          revoked.map(({ id }) => id),
        )
        end(
          'memberSessionId',
          ended.map(({ id }) => id),
        )
        end(
          'partnerId',
          suspended.map(({ id }) => id),
        )
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
    endMember: (id: number) => end('memberId', [id]),
    /** Ends all that is open in a member session that ended. */
    endSession: (id: string) => end('memberSessionId', [id]),
    /** Ends all that is open for the members of a partner that was suspended. */
    endPartner: (id: number) => end('partnerId', [id]),
    /** Keeps how to end something that is open for a member. Returns what to call when it closes by itself. */
    register({ partnerId, memberId, memberSessionId }: ViewKey, onEnd: (reason: EndReason) => void): () => void {
      const remove = () => views.delete(view)
      const view: View = { partnerId, memberId, memberSessionId, end: (reason) => remove() && onEnd(reason) }
      views.add(view)
      return remove
    },
    /** Whether a process that stops has let go of everything: nobody will end what opens now. */
    isClosed: () => isClosed,
    /** Lets go of everything, for a shutdown: the members stay signed in, and their pages come back to the next process. */
    close(): void {
      isClosed = true
      clearInterval(timer)
      for (const stop of stopHearing) stop()
      for (const view of views) view.end('closing')
    },
  }
}

export type OpenViews = ReturnType<typeof createOpenViews>

import type { Context } from '../context.ts'
import { toUuid } from '../db/ids.ts'
import type { MemberKey } from '../tenancy.ts'
import { REVOKED } from './member.ts'
import { SESSION_ENDED, type SignedInMember } from './member-session.ts'

/** The topic for the suspension of a partner; its detail is the partner's id. */
export const SUSPENDED = 'suspended'
/** The topic for the end of the views that a credential's links opened; its detail is the credential's id. */
export const VIEWS_ENDED = 'views-ended'

const POLL_EVERY_MS = 500
/** Overlap of two polls, so that a slow commit or a lagging clock is not missed. */
const OVERLAP_MS = 10_000

/** Why a view ends: the member's access, or only this process. */
export type EndReason = 'revoked' | 'closing'

/** The member and the member session of a view, and the credential that issued its launch. */
export type ViewKey = MemberKey & Pick<SignedInMember, 'memberSessionId' | 'credentialId'>

interface View extends ViewKey {
  end(reason: EndReason): void
}

/**
 * Registers the open connections of each member (event streams, media in transfer) and how to end them when the member
 * is revoked, the session or the views of its credential are ended, or the partner is suspended. A change in this
 * process has effect at once; one in another is announced by PostgreSQL, and found by polling within half a second.
 */
export function createOpenViews({ db, clock, log }: Context) {
  const views = new Set<View>()
  let polledAt = clock.now()
  let isPolling = false
  let isFailing = false
  let isClosed = false
  const timer = setInterval(async () => {
    if (isPolling) return
    isPolling = true
    await poll()
    isPolling = false
  }, POLL_EVERY_MS)
  timer.unref()
  const unsubscribe = [
    db.onNotify(REVOKED, (id) => end('memberId', [Number(id)])),
    db.onNotify(SUSPENDED, (id) => end('partnerId', [Number(id)])),
    db.onNotify(VIEWS_ENDED, (id) => end('credentialId', [Number(id)])),
    db.onNotify(SESSION_ENDED, (id) => end('memberSessionId', [id])),
  ]

  /** Ends the views of these members, sessions, credentials or partners. */
  function end<Of extends keyof ViewKey>(of: Of, ids: readonly ViewKey[Of][]): void {
    if (ids.length === 0) return
    const ended = new Set(ids)
    for (const view of views) if (ended.has(view[of])) view.end('revoked')
  }

  /** Polls for revocations since the last successful poll, so that an outage hides none. */
  async function poll(): Promise<void> {
    const now = clock.now()
    if (views.size > 0) {
      const since = Math.min(polledAt, now) - OVERLAP_MS
      try {
        const [revoked, ended, suspended, credentials] = await Promise.all([
          db.read.selectFrom('member').select('id').where('revoked_at', '>', since).execute(),
          db.read.selectFrom('member_session').select('id').where('ended_at', '>', since).execute(),
          db.read.selectFrom('partner').select('id').where('suspended_at', '>', since).execute(),
          db.read.selectFrom('credential').select('id').where('views_ended_at', '>', since).execute(),
        ])
        const sessions = ended.map(({ id }) => `mss_${toUuid(id)}`)
        end('memberId', revoked.map(idOf))
        end('memberSessionId', sessions)
        end('partnerId', suspended.map(idOf))
        end('credentialId', credentials.map(idOf))
      } catch (error) {
        if (!isFailing) log.error({ err: error }, 'revocations not read')
        isFailing = true
        return
      }
    }
    isFailing = false
    polledAt = now
  }

  return {
    endMember: (id: number) => end('memberId', [id]),
    endSession: (id: string) => end('memberSessionId', [id]),
    endPartner: (id: number) => end('partnerId', [id]),
    endCredential: (id: number) => end('credentialId', [id]),
    /** Registers how to end a view. Returns a function that unregisters it. */
    register(
      { partnerId, memberId, memberSessionId, credentialId }: ViewKey,
      onEnd: (reason: EndReason) => void,
    ): () => void {
      const remove = () => views.delete(view)
      const view: View = {
        partnerId,
        memberId,
        memberSessionId,
        credentialId,
        end: (reason) => remove() && onEnd(reason),
      }
      views.add(view)
      return remove
    },
    /** Whether this process is shutting down: nothing will end a view that opens now. */
    isClosed: () => isClosed,
    /** Ends all views for a shutdown: members stay signed in, and their pages reconnect to the next process. */
    close(): void {
      isClosed = true
      clearInterval(timer)
      for (const stop of unsubscribe) stop()
      for (const view of views) view.end('closing')
    },
  }
}

export type OpenViews = ReturnType<typeof createOpenViews>

function idOf({ id }: { id: number }): number {
  return id
}

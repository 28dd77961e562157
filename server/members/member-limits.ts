import type { Clock } from '../context.ts'
import { TooManyAttempts } from '../http/errors.ts'
import { createTokenBuckets, type TokenBuckets } from '../http/token-buckets.ts'
import type { SignedInMember } from './member-session.ts'

/** Far more than a page asks for: it makes about ten calls when it opens, and fewer than one a second afterwards. */
const CALLS = { burst: 60, refillMs: 200 }
/** Somebody who types is heard a few times a second for a while. Each costs some milliseconds of the process. */
const SEARCHES = { burst: 30, refillMs: 500 }
/** A page that is paused and resumed all the time opens a lease each time; a row stays for eight days. */
const NEW_LEASES = { burst: 60, refillMs: 20_000 }
/** A page asks again with the same launch token only when an answer was lost. */
const OPENINGS = { burst: 10, refillMs: 1000 }

/**
 * Limits of one member, so that none can use up what all share. Heartbeats are counted apart from other calls: whatever
 * else a page does, what is heard is counted. Each method throws `TooManyAttempts`.
 */
export function createMemberLimits(clock: Clock) {
  const calls = createTokenBuckets(CALLS)
  const heartbeats = createTokenBuckets(CALLS)
  const searches = createTokenBuckets(SEARCHES)
  const newLeases = createTokenBuckets(NEW_LEASES)
  const openings = createTokenBuckets(OPENINGS)

  function take(buckets: TokenBuckets, caller: string): void {
    const waitMs = buckets.take(caller, clock.now())
    if (waitMs > 0) throw new TooManyAttempts(waitMs)
  }

  return {
    takeCall: (memberSessionId: string) => take(calls, memberSessionId),
    takeHeartbeat: (memberSessionId: string) => take(heartbeats, memberSessionId),
    takeSearch: (memberSessionId: string) => take(searches, memberSessionId),
    takeOpening: (launchId: string) => take(openings, launchId),
    /** Takes a new lease, if the member may have one. It is given back when the heartbeat turns out to open none. */
    reserveLease({ memberId }: SignedInMember) {
      const waitMs = newLeases.take(String(memberId), clock.now())
      return {
        refuse(): void {
          if (waitMs > 0) throw new TooManyAttempts(waitMs)
        },
        giveBack(): void {
          if (waitMs === 0) newLeases.giveBack(String(memberId))
        },
      }
    },
  }
}

export type MemberLimits = ReturnType<typeof createMemberLimits>

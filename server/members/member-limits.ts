import type { Clock } from '../calendar.ts'
import { TooManyAttempts } from '../http/errors.ts'
import { createTokenBuckets, type TokenBuckets } from '../http/token-buckets.ts'
import type { MemberKey } from '../tenancy.ts'
import type { SignedInMember } from './member-session.ts'

/** Far more than some devices need: a page makes about ten calls when it opens, then fewer than one a second. */
const CALLS = { burst: 60, refillMs: 200 }
/** Search-as-you-type makes a few calls a second for a while, of some milliseconds of CPU each. */
const SEARCHES = { burst: 30, refillMs: 500 }
/** The only large bodies of members: reading one takes a good part of a second. */
const IMPORTS = { burst: 10, refillMs: 10_000 }
/** Two lists of the longest, each of which may take half a second of CPU, and then one in fifty seconds. */
const LISTED_ANNOTATIONS = { burst: 10_000, refillMs: 10 }
/** Annotations whose text a search of the notebook reads: a thousand long ones take thirty milliseconds of CPU. */
const SEARCHED_ANNOTATIONS = { burst: 100_000, refillMs: 1 }
/** The most that one search counts: even in the largest notebook, of 64 MiB, it takes only ninety milliseconds. */
const MAX_COUNTED_A_SEARCH = 5000
/** Milliseconds of searching books for annotations: a minute finds a thousand that a new edition has changed. */
const ANCHORING = { burst: 60_000, refillMs: 20 }
/** A page opens a lease at each resumption, whose row stays for eight days. */
const NEW_LEASES = { burst: 60, refillMs: 20_000 }
/** A page repeats an exchange only after a lost answer. The first of a launch, and a first refusal, are not counted. */
const REPEATED_OPENINGS = { burst: 10, refillMs: 1000 }

/**
 * Limits each member, so that none can exhaust the service, however many member sessions they open. Heartbeats have
 * their own limit, so that other calls never prevent counting. Each method but `takeAnchoring` throws
 * `TooManyAttempts`.
 */
export function createMemberLimits(clock: Clock) {
  const calls = createTokenBuckets(CALLS)
  const heartbeats = createTokenBuckets(CALLS)
  const searches = createTokenBuckets(SEARCHES)
  const imports = createTokenBuckets(IMPORTS)
  const listedAnnotations = createTokenBuckets(LISTED_ANNOTATIONS)
  const searchedAnnotations = createTokenBuckets(SEARCHED_ANNOTATIONS)
  const anchoring = createTokenBuckets(ANCHORING)
  const newLeases = createTokenBuckets(NEW_LEASES)
  const repeatedOpenings = createTokenBuckets(REPEATED_OPENINGS)

  function take(buckets: TokenBuckets, caller: string, tokens?: number): void {
    const waitMs = buckets.take(caller, clock.now(), tokens)
    if (waitMs > 0) throw new TooManyAttempts(waitMs)
  }

  return {
    takeCall: ({ memberId }: SignedInMember) => take(calls, String(memberId)),
    takeHeartbeat: ({ memberId }: SignedInMember) => take(heartbeats, String(memberId)),
    takeSearch: ({ memberId }: SignedInMember) => take(searches, String(memberId)),
    takeImport: ({ memberId }: SignedInMember) => take(imports, String(memberId)),
    /** A longer list than the burst, as that of all titles may be, takes the whole burst. */
    takeListedAnnotations: ({ memberId }: SignedInMember, count: number) =>
      take(listedAnnotations, String(memberId), Math.min(count, LISTED_ANNOTATIONS.burst)),
    takeSearchedAnnotations: ({ memberId }: SignedInMember, count: number) =>
      take(searchedAnnotations, String(memberId), Math.min(count, MAX_COUNTED_A_SEARCH)),
    /** Counts time that was spent on a search. Returns whether the member may go on. */
    takeAnchoring: ({ memberId }: MemberKey, ms: number) => anchoring.take(String(memberId), clock.now(), ms) === 0,
    takeRepeatedOpening: (launchId: string) => take(repeatedOpenings, launchId),
    /** Counts a lease that a heartbeat may open: once, however often `take` runs. */
    newLease({ memberId }: SignedInMember) {
      let waitMs: number | undefined
      return {
        take(): void {
          waitMs ??= newLeases.take(String(memberId), clock.now())
          if (waitMs > 0) throw new TooManyAttempts(waitMs)
        },
        /** Uncounts it, when none was opened. */
        refund(): void {
          if (waitMs === 0) newLeases.refund(String(memberId))
        },
      }
    },
  }
}

export type MemberLimits = ReturnType<typeof createMemberLimits>

import { boundedCache } from '../bounded-cache.ts'

/** Buckets a process holds, the most recently used: beyond so many, the earliest caller begins with a full one again. */
const BUCKETS_HELD = 10_000

interface Bucket {
  tokens: number
  /** When the tokens were counted, in epoch milliseconds. */
  at: number
}

/**
 * A token bucket for each caller: `burst` at once, and one more every `refillMs`. Counted in this process only, which is
 * enough to protect it: no promise of the contract rests on it.
 */
export function createTokenBuckets({ burst, refillMs }: { burst: number; refillMs: number }) {
  const buckets = boundedCache<Bucket>(BUCKETS_HELD)

  return {
    /** Takes a token. Returns how many milliseconds there is to wait for one; 0 when it was taken. */
    take(caller: string, now: number): number {
      let bucket = buckets.get(caller)
      if (!bucket) {
        bucket = { tokens: burst, at: now }
        buckets.set(caller, bucket)
      }
      // A clock that was set back refills nothing, and time goes on from there.
      const refilled = Math.max(0, now - bucket.at) / refillMs
      bucket.tokens = Math.min(burst, bucket.tokens + refilled)
      bucket.at = now
      if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) * refillMs)
      bucket.tokens--
      return 0
    },
    /** Returns an unused token to the bucket. */
    giveBack(caller: string): void {
      const bucket = buckets.peek(caller)
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1)
    },
  }
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>

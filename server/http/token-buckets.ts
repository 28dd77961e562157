import { boundedCache } from '../bounded-cache.ts'

/**
 * Buckets that a process holds, the most recently used: with more callers, the earliest begin with a full one. More
 * than the 20,000 listeners that a process serves at once; each takes 120 bytes and its key.
 */
const MAX_BUCKETS = 50_000

interface Bucket {
  tokens: number
  /** When the tokens were last refilled, in epoch milliseconds. */
  at: number
}

/**
 * Creates a token bucket for each caller: `burst` calls at once, and one more every `refillMs`. Counted in this process
 * only: enough to protect it, and no promise of the contract.
 */
export function createTokenBuckets({ burst, refillMs }: { burst: number; refillMs: number }) {
  const buckets = boundedCache<Bucket>(MAX_BUCKETS)

  return {
    /** Takes tokens, at most a burst. Returns 0, or the milliseconds until they are available. */
    take(caller: string, now: number, tokens = 1): number {
      let bucket = buckets.get(caller)
      if (!bucket) {
        bucket = { tokens: burst, at: now }
        buckets.set(caller, bucket)
      }
      // After the clock was set back nothing is refilled, and time goes on from now.
      const refilled = Math.max(0, now - bucket.at) / refillMs
      bucket.tokens = Math.min(burst, bucket.tokens + refilled)
      bucket.at = now
      if (bucket.tokens < tokens) return Math.ceil((tokens - bucket.tokens) * refillMs)
      bucket.tokens -= tokens
      return 0
    },
    /** Returns an unused token to the bucket. */
    refund(caller: string): void {
      const bucket = buckets.peek(caller)
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1)
    },
  }
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>

/** Sound that should advance and does not for this long, while no bytes come either, has stalled. */
const STALL_MS = 12_000
const ADDRESSES_A_WAY = 3
const FIRST_RETRY_MS = 1500

interface SoundRecoveryHost {
  /** Monotonic milliseconds. */
  now(): number
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
  /** Asks for the title again, and so for a fresh address. */
  reopen(): void
  /** Returns false when there is no other way for the sound to come. */
  giveUpWay(): boolean
}

/** Decides when sound has stalled, and how often, how soon and in how many ways it is tried again. */
export function createSoundRecovery(host: SoundRecoveryHost) {
  const { setTimeout, clearTimeout } = host.timers
  let failures = 0
  let progressedAt = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  return {
    /** Sound was heard, bytes of it came, or it was asked for. */
    progressed() {
      progressedAt = host.now()
    },
    isStalled: () => host.now() - progressedAt > STALL_MS,
    /** Counts from the beginning again: sound plays, or the member asks anew. */
    reset() {
      failures = 0
    },
    /** Tries once more: at once after the first failure, later and later after others. Returns false when all was tried. */
    tryAgain(): boolean {
      failures += 1
      if (failures > ADDRESSES_A_WAY && host.giveUpWay()) failures = 1
      if (failures > ADDRESSES_A_WAY) return false
      clearTimeout(retry)
      if (failures === 1) host.reopen()
      else retry = setTimeout(host.reopen, FIRST_RETRY_MS * 2 ** (failures - 2))
      return true
    },
    cancelRetry: () => clearTimeout(retry),
  }
}

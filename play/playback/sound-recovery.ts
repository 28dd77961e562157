/** Playback has stalled when neither the time advances nor bytes arrive for this long. */
const STALL_MS = 12_000
const ADDRESSES_A_METHOD = 3
const FIRST_RETRY_MS = 1500

interface SoundRecoveryHost {
  /** A monotonic clock in milliseconds. */
  now(): number
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
  /** Loads the title again, with a fresh address. */
  reopen(): void
  /** Switches to another playback method. Returns false when there is none. */
  giveUpMethod(): boolean
}

/** Decides when playback has stalled, and when, how often and in which ways it is retried. */
export function createSoundRecovery(host: SoundRecoveryHost) {
  const { setTimeout, clearTimeout } = host.timers
  let failures = 0
  let progressedAt = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  return {
    /** The sound advanced, bytes arrived, or playback was requested. */
    progressed() {
      progressedAt = host.now()
    },
    isStalled: () => host.now() - progressedAt > STALL_MS,
    /** Resets the count, once the sound plays or the member retries. */
    reset() {
      failures = 0
    },
    /** Retries: at once after the first failure, then with growing delays. Returns false when every way has failed. */
    tryAgain(): boolean {
      failures += 1
      if (failures > ADDRESSES_A_METHOD && host.giveUpMethod()) failures = 1
      if (failures > ADDRESSES_A_METHOD) return false
      clearTimeout(retry)
      if (failures === 1) host.reopen()
      else retry = setTimeout(host.reopen, FIRST_RETRY_MS * 2 ** (failures - 2))
      return true
    },
    cancelRetry: () => clearTimeout(retry),
  }
}

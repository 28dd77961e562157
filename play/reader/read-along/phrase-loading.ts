import { createSoundRecovery } from '../../playback/sound-recovery.ts'
import type { createTransport } from '../../playback/transport.ts'

const WATCH_MS = 1000

export interface PhraseLoadingHost {
  now(): number
  /** The current address of a recording: addresses are renewed. */
  address(href: string): string
  renew(): Promise<void>
  /** The address was refused or stalled, and there is a fresh one. */
  onRenewed(): void
  onFailed(): void
}

/** Loads the recordings of phrases, and again with a fresh address when one is refused or stalls. */
export function createPhraseLoading(
  sound: HTMLAudioElement,
  transport: ReturnType<typeof createTransport>,
  host: PhraseLoadingHost,
) {
  const { isPlaying, isWaiting, wait } = transport
  const recovery = createSoundRecovery({
    now: host.now,
    timers: globalThis,
    reopen: () => void renew(),
    giveUpMethod: () => false,
  })
  /** The recording of the element. */
  let loaded: string | undefined
  let isRenewing = false
  /** Counts calls of `renew`: one that hangs yields to a later one. */
  let renewals = 0

  sound.addEventListener('progress', recovery.progressed)
  sound.addEventListener('error', recover)
  const watching = setInterval(() => {
    if (isWaiting.value && !sound.ended && recovery.isStalled()) recover()
  }, WATCH_MS)

  function recover() {
    // `close` removed the source.
    if (loaded === undefined || isRenewing) return
    wait()
    recovery.progressed()
    if (!recovery.tryAgain()) fail()
  }

  async function renew() {
    const renewal = ++renewals
    isRenewing = true
    const isRenewed = await host.renew().then(
      () => true,
      () => false,
    )
    if (renewal !== renewals) return
    isRenewing = false
    if (!isRenewed) return recover()
    loaded = undefined
    if (isPlaying.value) host.onRenewed()
  }

  function fail() {
    loaded = undefined
    recovery.reset()
    host.onFailed()
  }

  return {
    /** Loads a recording. Returns false when the element has it. */
    load(href: string) {
      if (loaded === href) return false
      loaded = href
      sound.src = host.address(href)
      return true
    },
    /** Whether the recording of the phrase is loaded, or being loaded. */
    isLoaded: () => loaded !== undefined,
    /** Playback was requested. */
    requested: recovery.progressed,
    /** The sound advanced: failures are counted anew. */
    advanced() {
      recovery.reset()
      recovery.progressed()
    },
    fail,
    /** Loads the recording from a fresh address, for the member. */
    startOver() {
      recovery.cancelRetry()
      recovery.reset()
      recovery.progressed()
      void renew()
    },
    close() {
      loaded = undefined
      clearInterval(watching)
      recovery.cancelRetry()
    },
  }
}

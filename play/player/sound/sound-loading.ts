import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import type { LoadedPublication, OpeningProblem } from '../../open-publication.ts'
import { createSoundRecovery } from '../../playback/sound-recovery.ts'
import type { createTransport } from '../../playback/transport.ts'
import type { createPlayhead } from '../playhead.ts'
import type { MediaEngine } from './playback-methods.ts'
import { createSoundSource } from './sound-source.ts'

/** The dependencies that open and play a recording. */
export interface SoundDependencies {
  sound: HTMLAudioElement
  engine: MediaEngine
  /** A monotonic clock in milliseconds. */
  now(): number
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>
  /** Loads the title with fresh media addresses. */
  open(id: string): Promise<LoadedPublication>
  /** The title is no audiobook. */
  openElsewhere(publication: PublicationDetail): void
  problemOf(cause: unknown): OpeningProblem
  isOnline(): boolean
}

export interface SoundLoadingHost extends SoundDependencies {
  playhead: ReturnType<typeof createPlayhead>
  transport: ReturnType<typeof createTransport>
  onOpened(opened: LoadedPublication): void
  /** The element has the address. `isFresh`: it restarts; otherwise it continues. */
  onLoaded(isFresh: boolean): void
  /** The sound stopped: loading failed, or it is being recovered. */
  onSilence(): void
}

/**
 * Opens the recording of a title, and again with a fresh address when it fails, stalls or has expired:
 * `sound-source.ts` sets the address, `sound-recovery.ts` decides when to try another.
 */
export function createSoundLoading(id: string, host: SoundLoadingHost) {
  const { playhead, transport } = host
  const { isPlaying, problem } = transport
  const source = createSoundSource({
    ...host,
    position: playhead.heard,
    isWanted: () => isPlaying.peek(),
    // A slow connection is no reason to start over.
    onBytes: () => recovery.progressed(),
    onUnusable() {
      if (!isClosed && !opening) source.giveUpMethod()
      recover()
    },
    renew: (options) => void open(options),
  })
  const recovery = createSoundRecovery({ ...host, reopen: () => void open(), giveUpMethod: source.giveUpMethod })
  let isClosed = false
  let opening: Promise<void> | undefined

  /** Loads the title and sets the element's address. `inSilence`: a failure is not shown. */
  function open({ inSilence = false } = {}) {
    opening ??= openAnew(inSilence)
    return opening
  }

  function openAnew(inSilence: boolean) {
    const isLatest = () => opening === loading
    const loading = openOnce(inSilence, isLatest).finally(() => {
      if (isLatest()) opening = undefined
    })
    return loading
  }

  async function openOnce(inSilence: boolean, isLatest: () => boolean) {
    recovery.cancelRetry()
    try {
      const opened = await host.open(id)
      if (isClosed || !isLatest()) return
      if (opened.publication.type !== 'audiobook') return host.openElsewhere(opened.publication)
      host.onOpened(opened)
      recovery.progressed()
      host.onLoaded(source.load(opened))
    } catch (cause) {
      if (isClosed || inSilence || !isLatest()) return
      transport.fail(host.problemOf(cause))
      host.onSilence()
    }
  }

  /** Gets a fresh address for a refused, expired or stalled one, and continues at the same second. */
  function recover() {
    if (isClosed || opening) return
    host.onSilence()
    playhead.reset()
    transport.wait()
    recovery.progressed()
    if (!host.isOnline()) problem.value = 'offline'
    else if (!recovery.tryAgain()) transport.fail('failed')
  }

  /** Retries, for the member or when the network is back. */
  function retry() {
    if (isClosed || problem.value === 'gone') return
    recovery.reset()
    source.resetMethods()
    problem.value = undefined
    transport.wait()
    void open()
  }

  return {
    open,
    recover,
    retry,
    /** Loads the sound from nothing: a request or the element may hang. */
    startOver() {
      opening = undefined
      source.forget()
      retry()
    },
    onOnline() {
      if (problem.value === 'offline' || problem.value === 'failed') retry()
    },
    isOpening: () => opening !== undefined,
    recording: source.recording,
    isReadByPage: source.isReadByPage,
    hasExpired: source.hasExpired,
    /** The sound advanced, bytes arrived, or playback was requested. */
    progressed: recovery.progressed,
    /** The sound is there: failures are counted anew. */
    succeeded() {
      recovery.reset()
      recovery.progressed()
    },
    /** Recovers when playback has stalled. */
    watch() {
      if (isPlaying.value && !problem.value && !opening && recovery.isStalled()) recover()
    },
    close() {
      isClosed = true
      recovery.cancelRetry()
      source.close()
    },
  }
}

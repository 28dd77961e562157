import { type ReadonlySignal, signal } from '@preact/signals'

/**
 * Plays the sound on other devices (https://www.w3.org/TR/remote-playback/), including AirPlay. Never available in an
 * engine without the API, such as Android's WebView, nor for sound from Media Source.
 */
export function createRemoteSound(sound: HTMLMediaElement, ended: AbortSignal) {
  const isAvailable = signal(false)
  const isConnected = signal(false)
  // Below the baseline: Firefox and Android's WebView have none.
  const remote: RemotePlayback | undefined = sound.remote
  const update = () => {
    isConnected.value = remote?.state === 'connected'
  }
  for (const type of ['connect', 'disconnect']) remote?.addEventListener(type, update, { signal: ended })
  remote
    ?.watchAvailability((available) => {
      isAvailable.value = available
    })
    // An engine that cannot watch, or a document that may not.
    .catch(() => {})
  ended.addEventListener('abort', () => void remote?.cancelWatchAvailability().catch(() => {}))
  return {
    /** A device is in reach, such as a speaker. */
    isAvailable: isAvailable as ReadonlySignal<boolean>,
    /** The sound comes from another device. */
    isConnected: isConnected as ReadonlySignal<boolean>,
    /** Lets the member choose a device, or return to this one. Call it in a gesture. */
    choose: () => void remote?.prompt().catch(() => {}),
  }
}

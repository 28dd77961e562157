import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { levelOf } from './levelling.ts'
import { restRoute, routeSound } from './voice-boost.ts'

/** A quiet recording is amplified at most so much: beyond, its noise would be loud too. */
const MOST_LEVEL = 4

interface VolumeHost {
  sound: HTMLMediaElement
  /** The recording's, in LUFS; undefined where it is not to be levelled. */
  loudness: ReadonlySignal<number | null | undefined>
  /** 1 is full; lower while the sleep timer fades out. */
  fade: ReadonlySignal<number>
  isBoostWanted: { readonly value: boolean }
  isPlaying: ReadonlySignal<boolean>
  canBoost(): boolean
}

/** Sets the volume of a playback: levelled, faded by the sleep timer and, when the member wants it, with a boosted voice. */
export function createVolume({ sound, loudness, fade, isBoostWanted, isPlaying, canBoost }: VolumeHost) {
  const route = signal<Awaited<ReturnType<typeof routeSound>>>()
  let isClosed = false

  const stopSetting = effect(() => {
    const isBoosted = isBoostWanted.value
    const level = levelOf(loudness.value, route.value && isBoosted ? MOST_LEVEL : 1)
    if (route.value) route.value.set({ level, fade: fade.value, isBoosted })
    else sound.volume = level * fade.value
  })
  // Both begin in a gesture of the member: the choice, and play.
  const stopRouting = effect(() => {
    if (!isPlaying.value) return untracked(() => route.value && restRoute())
    if (isBoostWanted.value || route.peek()) untracked(() => canBoost() && void begin())
  })

  async function begin() {
    const routed = await routeSound(sound).catch(() => undefined)
    if (!isClosed && routed) route.value = routed
  }

  return {
    close() {
      isClosed = true
      stopSetting()
      stopRouting()
    },
  }
}

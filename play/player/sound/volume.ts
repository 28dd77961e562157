import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { levelOf } from '../../playback/levelling.ts'
import type { createPlaybackSleep } from '../sleep/playback-sleep.ts'
import { restRoute, resumeRoute, routeOf, routeSound } from './audio-graph.ts'
import type { MediaEngine } from './playback-methods.ts'

/** A quiet recording is amplified at most so much: beyond, its noise would be loud too. */
const MAX_LEVEL = 4
/** Two decibels: a smaller difference is hardly heard, and amplifying needs some battery. */
const AUDIBLE = 1.25

interface VolumeHost {
  sound: HTMLMediaElement
  engine: MediaEngine
  publication: ReadonlySignal<PublicationDetail | undefined>
  listening: Record<'levels' | 'boostsVoice', { readonly value: boolean }>
  sleep: Pick<ReturnType<typeof createPlaybackSleep>, 'volume' | 'canFade'>
  isPlaying: ReadonlySignal<boolean>
  /** Whether the page fetches the recording itself. */
  isReadByPage(): boolean
}

/** Sets the volume of a playback: levelled, faded by the sleep timer and, if wanted, with a boosted voice. */
export function createVolume({ sound, engine, publication, listening, sleep, isPlaying, isReadByPage }: VolumeHost) {
  /** An earlier title in the same element may have routed it. */
  const route = signal(routeOf(sound))
  const loudness = computed(() => (listening.levels.value ? publication.value?.sound?.loudness : undefined))
  let isClosed = false

  const stopSetting = effect(() => {
    const isBoosted = listening.boostsVoice.value
    const level = levelOf(loudness.value, route.value ? MAX_LEVEL : 1)
    if (route.value) route.value.set({ level, fade: sleep.volume.value, isBoosted })
    else sound.volume = level * sleep.volume.value
  })
  const needsRoute = computed(() => listening.boostsVoice.value || levelOf(loudness.value, MAX_LEVEL) > AUDIBLE)
  // After a user gesture, without which engines keep the graph suspended: play, or a choice while it plays.
  const stopRouting = effect(() => {
    if (!isPlaying.value) return untracked(() => route.value && restRoute())
    if (route.peek() || (needsRoute.value && untracked(canBoost))) void begin()
  })

  /** Whether the engine lets the page amplify this recording. */
  function canBoost() {
    // WebKit changes the pitch with the speed of routed sound, and iOS stops it in the background.
    return sleep.canFade && !engine.hasAirPlay && 'AudioContext' in globalThis && isReadByPage()
  }

  async function begin() {
    const routed = await routeSound(sound).catch(() => undefined)
    if (!isClosed && routed) route.value = routed
  }

  return {
    canBoost,
    /** Sounds again after the sound device has failed: routed sound stops with the graph. Call it every second. */
    watch() {
      if (route.peek() && isPlaying.peek()) resumeRoute()
    },
    close() {
      isClosed = true
      stopSetting()
      stopRouting()
    },
  }
}

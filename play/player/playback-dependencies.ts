import type { Link } from '@estante/contract/manifest.ts'
import type { HeartbeatQueue } from '../activity/heartbeat-queue.ts'
import type { PlaceSync } from '../places/place-sync.ts'
import type { SoundDependencies } from './sound/sound-loading.ts'

export interface PlaybackDependencies extends SoundDependencies {
  heartbeats: HeartbeatQueue
  /** The member's place in the title, across devices. */
  placeSync: PlaceSync
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>
  /** A title's speed that the service does not have yet. */
  rememberedSpeed(id: string): unknown
  rememberSpeed(id: string, speed: number): void
  /** The member's preferences: seconds, and the speed of titles without their own. */
  listening: Record<'skipBack' | 'skipForward' | 'speed', { readonly value: number }> &
    Record<'skipsSilences' | 'levels' | 'boostsVoice', { readonly value: boolean }>
  /** The pauses of a title's recording. */
  readSilences(id: string): Promise<readonly number[]>
  /** The place where the last expired sleep timer was set, on this device. */
  rememberedTimer(id: string): unknown
  rememberTimer(id: string, second: number | undefined): void
  /** Finds where the voice pauses between two seconds of the recording at an address. */
  findSpeechPause(link: Link, address: string, from: number, to: number): Promise<number | undefined>
}

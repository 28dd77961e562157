import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { type Chapter, chapterIndexAt, chaptersOf, durationOf } from './chapters.ts'
import { locatorAt, resumeTime } from './place.ts'

const WITHIN_SECONDS = 0.5
const SEEKS = 3

/**
 * Keeps the member's second in a recording. Stored here rather than in the media element, which seeks to it after each
 * new address: so a failed load can never move it. Before that seek the element's own time means nothing.
 */
export function createPlayhead(sound: HTMLMediaElement) {
  const manifest = signal<Manifest | undefined>()
  const time = signal(0)
  const chapters: ReadonlySignal<Chapter[]> = computed(() => (manifest.value ? chaptersOf(manifest.value) : []))
  const chapterIndex = computed(() => chapterIndexAt(chapters.value, time.value))
  const duration = computed(() => (manifest.value ? durationOf(manifest.value) : 0))
  let isSettled = false
  let seeks = 0

  return {
    timeline: {
      manifest: manifest as ReadonlySignal<Manifest | undefined>,
      time: time as ReadonlySignal<number>,
      duration,
      chapters,
      chapterIndex,
      chapter: computed(() => chapters.value[chapterIndex.value]),
    },
    /** Whether the element plays at the member's second. */
    isSettled: () => isSettled,
    /** The second being played. */
    heard: () => (isSettled ? sound.currentTime : time.value),
    /** Call it only once there is a manifest. */
    locator: (): Locator => locatorAt(manifest.value!, chapters.value, time.value),
    /** Begins a recording where it was left. */
    begin(recording: Manifest, saved: Locator | undefined) {
      batch(() => {
        manifest.value = recording
        time.value = resumeTime(recording, saved)
      })
    },
    /** The sound is at this second. */
    reach(seconds: number) {
      time.value = seconds
    },
    /** Moves there, and the element once it can. */
    moveTo(seconds: number) {
      const target = Math.min(Math.max(0, seconds), Math.max(0, duration.value - 0.1))
      if (isSettled) sound.currentTime = target
      time.value = target
    },
    /** The element has a new address, or lost its sound. */
    reset() {
      isSettled = false
      seeks = 0
    },
    /**
     * Seeks if the element is elsewhere; call it again after each seek. `stuck`: the address cannot seek, as without
     * ranges.
     */
    settle(): 'settled' | 'seeking' | 'stuck' {
      isSettled = Math.abs(sound.currentTime - time.value) <= WITHIN_SECONDS
      if (isSettled) return 'settled'
      seeks += 1
      if (seeks > SEEKS) return 'stuck'
      sound.currentTime = time.value
      return 'seeking'
    },
  }
}

import { batch, signal } from '@preact/signals'
import { controlFromHostHere, type HostPlayback } from '../../playback/host-media.ts'
import { joinSystemMedia } from '../../playback/system-media.ts'
import type { ReadAlongBook } from './read-along-book.ts'

type Commands = Pick<HostPlayback, 'isPlaying' | 'isWaiting' | 'speed' | 'play' | 'pause'> &
  Pick<HostPlayback, 'nextChapter' | 'previousChapter' | 'seek'> & { step(by: 1 | -1): void }

/** Connects the media controls of the system and of a host to the narration, and shows its chapter and time there. */
export function createMediaControls({ map, manifest, publication }: ReadAlongBook, commands: Commands) {
  const { play, pause, step, seek } = commands
  /** Seconds of the narration, from the start of the book. */
  const time = signal(0)
  const chapter = signal<{ title: string | undefined } | undefined>()
  const media = { ...commands, publication, chapter, time, duration: signal(manifest.metadata.duration ?? 0) }
  const leaveSystem = joinSystemMedia({
    ...media,
    actions: {
      play,
      pause,
      stop: pause,
      // Without these, an engine moves the sound by itself, away from the sentence.
      seekbackward: () => step(-1),
      seekforward: () => step(1),
      previoustrack: () => step(-1),
      nexttrack: () => step(1),
      seekto: ({ seekTime }) => seekTime !== undefined && seek(seekTime),
    },
  })
  const releaseHost = controlFromHostHere({ ...media, forward: () => step(1), back: () => step(-1) })

  return {
    update(href: string, second: number) {
      const title = map.titleOf(map.chapterOf(href) ?? 0)
      batch(() => {
        time.value = second
        if (!chapter.value || chapter.value.title !== title) chapter.value = { title }
      })
    },
    release() {
      leaveSystem()
      releaseHost()
    },
  }
}

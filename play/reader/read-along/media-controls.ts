import { batch, signal } from '@preact/signals'
import { controlFromHostHere, type HostPlayback } from '../../activity/host-media.ts'
import { controlFromSystem } from './media-session.ts'
import type { ReadAlongBook } from './read-along-book.ts'

type Commands = Pick<HostPlayback, 'isPlaying' | 'speed' | 'play' | 'pause'> &
  Pick<HostPlayback, 'nextChapter' | 'previousChapter' | 'seek'> & { step(by: 1 | -1): void }

/** Connects the media controls of the system and of a host to the narration, and shows its chapter and time there. */
export function createMediaControls({ map, manifest, publication }: ReadAlongBook, commands: Commands) {
  const { metadata } = manifest
  /** Seconds of the narration, from the start of the book. */
  const time = signal(0)
  const chapter = signal<{ title: string | undefined } | undefined>()
  const releaseSystem = controlFromSystem({ ...commands, title: metadata.title })
  const releaseHost = controlFromHostHere({
    ...commands,
    publication,
    chapter,
    isWaiting: signal(false),
    time,
    duration: signal(metadata.duration ?? 0),
    forward: () => commands.step(1),
    back: () => commands.step(-1),
  })

  return {
    update(href: string, second: number) {
      const title = map.titleOf(map.chapterOf(href) ?? 0)
      batch(() => {
        time.value = second
        if (!chapter.value || chapter.value.title !== title) chapter.value = { title }
      })
    },
    release() {
      releaseSystem()
      releaseHost()
    },
  }
}

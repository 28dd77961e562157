import { signal } from '@preact/signals'
import type { PositionTarget } from './navigator/position.ts'
import type { OpenBook } from './open-book.ts'
import type { ReadAlong } from './read-along/read-along.ts'
import type { ReadAlongBook, SpokenLetter } from './read-along/read-along-book.ts'

export type BookVoice = ReturnType<typeof createBookVoice>

interface VoiceListener extends Pick<ReadAlong, 'tap' | 'turned' | 'moved' | 'laidOut'> {
  jumped(chapter: number, letter: number): void
}

/** Connects a book to the voice that reads it, that of its narration or of the engine. */
export function createBookVoice(
  { publication, manifest, map, position, navigator }: OpenBook,
  parts: Pick<ReadAlongBook, 'palette' | 'preferences' | 'address' | 'renew'>,
) {
  const voice = {
    /** Set while a voice is in use. */
    listener: undefined as VoiceListener | undefined,
    spoken: signal<SpokenLetter | undefined>(),
    isAtEnd: signal(false),
    book(): ReadAlongBook {
      const [opened, chapters] = [manifest.value!, map.value!]
      return {
        ...parts,
        spoken: voice.spoken,
        isAtEnd: voice.isAtEnd,
        publication,
        manifest: opened,
        map: chapters,
        position,
        navigator: navigator()!,
        now: () => performance.now(),
        finish() {
          const isAtBookEnd = position.value?.isAtBookEnd === true
          if (isAtBookEnd) void navigator()?.next()
          return isAtBookEnd
        },
      }
    },
    /** Takes the voice along on a jump. */
    jumped({ chapter, at }: PositionTarget) {
      const current = navigator()
      if (!current || position.value?.chapter !== chapter) return
      const id = typeof at === 'object' && 'id' in at ? at.id : undefined
      const letters = id === undefined ? undefined : current.lettersOf(chapter, id)
      voice.listener?.jumped(chapter, (letters ?? current.pageStart())?.start ?? 0)
    },
  }
  return voice
}

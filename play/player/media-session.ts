import { joinSystemMedia } from '../playback/system-media.ts'
import type { Playback } from './playback.ts'

/** Connects playback to lock screens, headsets and media keys. Returns a function that disconnects. */
export function controlFromSystem(playback: Playback): () => void {
  const { time, skipBack, skipForward, play, pause, seek, previousChapter, nextChapter } = playback
  return joinSystemMedia({
    ...playback,
    actions: {
      play,
      pause,
      stop: pause,
      seekbackward: ({ seekOffset }) => seek(time.value - (seekOffset ?? skipBack.value)),
      seekforward: ({ seekOffset }) => seek(time.value + (seekOffset ?? skipForward.value)),
      previoustrack: previousChapter,
      nexttrack: nextChapter,
      seekto: ({ seekTime }) => seekTime !== undefined && seek(seekTime),
    },
  })
}

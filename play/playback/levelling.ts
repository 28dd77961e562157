/** Target loudness in LUFS. */
const TARGET = -20

/**
 * Returns the factor that brings a recording to the target loudness; 1 for an unknown loudness. `most`: an element by
 * itself can only be turned down.
 */
export function levelOf(loudness: number | null | undefined, most = 1): number {
  return loudness == null ? 1 : Math.min(most, 10 ** ((TARGET - loudness) / 20))
}

/** Whether a script can set the volume. iOS ignores it: reading it back shows the old one. */
export function canSetVolume(sound: HTMLMediaElement): boolean {
  const before = sound.volume
  sound.volume = before / 2
  const takes = sound.volume === before / 2
  sound.volume = before
  return takes
}

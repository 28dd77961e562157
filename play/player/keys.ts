import { isKeyOff } from '../preferences/letter-keys.ts'
import type { Playback } from './playback.ts'
import { SPEED_STEP } from './speed.ts'

const FIELDS = 'input, select, textarea, [contenteditable]'
const PRESSED = 'a, button'

/**
 * Controls playback by keyboard, unless the focused element handles its own keys; single-character keys only while the
 * member has them on. Returns a function that detaches.
 */
export function listenToKeys(page: Document, playback: Playback): () => void {
  const acts: Record<string, () => void> = {
    ' ': playback.toggle,
    k: playback.toggle,
    ArrowLeft: playback.back,
    j: playback.back,
    ArrowRight: playback.forward,
    l: playback.forward,
    p: playback.previousChapter,
    n: playback.nextChapter,
    '<': () => playback.setSpeed(playback.speed.value - SPEED_STEP * 2),
    '>': () => playback.setSpeed(playback.speed.value + SPEED_STEP * 2),
  }

  function onKey(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, altKey, repeat } = event
    const act = acts[key]
    if (!act || ctrlKey || metaKey || altKey || isKeyOff(event)) return
    // A click on the text of a sheet leaves the focus on the body, under it.
    if (page.querySelector('dialog[open]')) return
    if ((target as Element).closest(key === ' ' ? `${FIELDS}, ${PRESSED}` : FIELDS)) return
    event.preventDefault()
    if (!repeat || key.startsWith('Arrow')) act()
  }

  page.addEventListener('keydown', onKey)
  return () => page.removeEventListener('keydown', onKey)
}

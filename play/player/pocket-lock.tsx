import { LockIcon } from '@estante/design/icons/title-icons.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { clockTime } from '../places/times.ts'
import { langOf } from '../publication/publication.ts'
import { putOver } from '../router.ts'
import { ChapterTitle } from './chapter-title.tsx'
import type { Playback } from './playback.ts'
import { text } from './text.ts'
import './pocket-lock.css'

/** Same duration as the animation in `pocket-lock.css`. */
const HOLD_MS = 1000

/**
 * Covers the player against accidental taps in a pocket, while playback continues. Touch has to hold the button for a
 * second; a key or a screen reader presses it once, and Escape unlocks, too.
 */
export function PocketLock({ playback, open, onUnlock }: { playback: Playback; open: boolean; onUnlock: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const unlock = useRef(onUnlock)
  unlock.current = onUnlock
  const [isHeld, setHeld] = useState(false)
  // Before the paint, so that the visible lock gets every key.
  useLayoutEffect(() => {
    if (!open) return dialog.current?.close()
    dialog.current?.showModal()
    setHeld(false)
    let leave = putOver(stay)
    // On the page: Tab leads from the button to nothing.
    document.addEventListener('keydown', unlockByEscape)
    return () => {
      leave()
      document.removeEventListener('keydown', unlockByEscape)
    }

    /** Keeps the lock on Back, which a swipe at the edge does in a pocket. */
    function stay() {
      leave = putOver(stay)
    }

    function unlockByEscape({ key }: KeyboardEvent) {
      if (key === 'Escape') unlock.current()
    }
  }, [open])
  useEffect(() => {
    if (!isHeld) return
    const timer = setTimeout(() => {
      ignoreLift()
      unlock.current()
    }, HOLD_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <dialog
      class="pocket-lock"
      ref={dialog}
      aria-label={text.locked}
      // Back in Chrome on Android cancels without a key event.
      onCancel={(event) => event.preventDefault()}
      onClose={onUnlock}
    >
      {open && (
        <div class="pocket-lock__panel stack">
          <p class="pocket-lock__title" lang={langOf(playback.publication.value)}>
            {playback.publication.value?.title}
          </p>
          <p class="pocket-lock__chapter">
            <ChapterTitle playback={playback} />
          </p>
          <p class="pocket-lock__time tabular">{clockTime(playback.time.value)}</p>
          <button
            class="pocket-lock__hold"
            type="button"
            data-held={isHeld}
            onPointerDown={() => setHeld(true)}
            onPointerUp={() => setHeld(false)}
            onPointerLeave={() => setHeld(false)}
            onPointerCancel={() => setHeld(false)}
            // Below the baseline: iOS shows no context menu over unselectable text.
            onContextMenu={(event) => event.preventDefault()}
            onClick={({ detail }) => detail === 0 && onUnlock()}
          >
            <LockIcon />
            {text.holdToUnlock}
          </button>
        </div>
      )}
    </dialog>
  )
}

/** Ignores the lift of the finger that unlocked: some engines then click the element below the lock. */
function ignoreLift() {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const types = ['mousedown', 'mouseup', 'click']
  for (const type of types) addEventListener(type, stop, true)
  const onNextPress = () => {
    for (const type of types) removeEventListener(type, stop, true)
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, onNextPress, { capture: true, once: true })
}

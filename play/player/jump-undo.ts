import { type ReadonlySignal, signal } from '@preact/signals'

/** A longer way by hand is a jump, and where it began can be gone back to. */
const JUMP_SECONDS = 60
export const UNDO_MS = 30_000

export function isJump(from: number, to: number): boolean {
  return Math.abs(to - from) > JUMP_SECONDS
}

/** Remembers, for as long as a jump can be undone, the second that it left. */
export function createJumpUndo({ setTimeout, clearTimeout }: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>) {
  const from = signal<number | undefined>()
  let expiry: ReturnType<typeof setTimeout> | undefined

  function forget() {
    clearTimeout(expiry)
    from.value = undefined
  }

  return {
    from: from as ReadonlySignal<number | undefined>,
    /** Records a move. Several jumps in search of a place have one way back: to where the first began. */
    record(time: number, target: number) {
      const origin = from.value ?? time
      if (!isJump(origin, target)) return forget()
      if (!isJump(time, target)) return
      clearTimeout(expiry)
      from.value = origin
      expiry = setTimeout(forget, UNDO_MS)
    },
    close: () => clearTimeout(expiry),
  }
}

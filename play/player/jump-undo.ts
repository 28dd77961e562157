import { type ReadonlySignal, signal } from '@preact/signals'

/** A move longer than this is a jump, which can be undone. */
const JUMP_SECONDS = 60
export const UNDO_MS = 30_000

export function isJump(from: number, to: number): boolean {
  return Math.abs(to - from) > JUMP_SECONDS
}

/** Remembers the second before a jump, while it can be undone. */
export function createJumpUndo({ setTimeout, clearTimeout }: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>) {
  const from = signal<number | undefined>()
  let expiry: ReturnType<typeof setTimeout> | undefined

  function forget() {
    clearTimeout(expiry)
    from.value = undefined
  }

  return {
    from: from as ReadonlySignal<number | undefined>,
    /** Records a move. Consecutive jumps share one way back: to the start of the first. */
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

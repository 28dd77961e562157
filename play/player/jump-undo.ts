import { type ReadonlySignal, signal } from '@preact/signals'

/** A move longer than this is a jump, which can be undone. One by chapters is a jump, however short they are. */
const JUMP_SECONDS = 60
export const UNDO_MS = 30_000

export function isFar(from: number, to: number): boolean {
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
    record(time: number, target: number, isJump: boolean) {
      const origin = from.value ?? time
      const isReturn = !isFar(origin, target) && Math.abs(target - origin) < Math.abs(time - origin)
      // A short move by chapters is one more jump, also towards the start.
      if (target === origin || (isReturn && (!isJump || isFar(time, target)))) return forget()
      if (!isJump) return
      clearTimeout(expiry)
      from.value = origin
      expiry = setTimeout(forget, UNDO_MS)
    },
    close: () => clearTimeout(expiry),
  }
}

import { signal } from '@preact/signals'

const SHOWN_FOR_MS = 4500

/** The sentence on show, if any: a later one takes the place of an earlier one. */
export const toast = signal<string>()

let clear: ReturnType<typeof setTimeout> | undefined

/** Says something in passing at the foot of the screen; never the only place where it is said. */
export function showToast(message: string) {
  toast.value = message
  clearTimeout(clear)
  clear = setTimeout(() => {
    toast.value = undefined
  }, SHOWN_FOR_MS)
}

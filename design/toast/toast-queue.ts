import { signal } from '@preact/signals'

const TOAST_MS = 4500

/** The message shown, if any. A new one replaces it. */
export const toast = signal<string>()

let clear: ReturnType<typeof setTimeout> | undefined

/** Shows a short message at the bottom of the screen. Never the only feedback. */
export function showToast(message: string) {
  toast.value = message
  clearTimeout(clear)
  clear = setTimeout(() => {
    toast.value = undefined
  }, TOAST_MS)
}

import { signal } from '@preact/signals'

/** Whether the browser believes that it has a network. */
export const isOnline = signal(true)

export function watchConnection(page: Window) {
  isOnline.value = page.navigator.onLine
  page.addEventListener('online', () => {
    isOnline.value = true
  })
  page.addEventListener('offline', () => {
    isOnline.value = false
  })
}

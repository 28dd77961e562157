import { signal } from '@preact/signals'

/** Whether both lists show new items as they arrive; reset when the page is reloaded. */
export const isLive = signal(true)

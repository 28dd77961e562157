import { signal } from '@preact/signals'

/** Whether what arrives is shown as it does: of both lists, and until the page is loaded again. */
export const isLive = signal(true)

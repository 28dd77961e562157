import { signal } from '@preact/signals'

/** Whether a new password was chosen on this page, and now asks to be used. */
export const isResetDone = signal(false)

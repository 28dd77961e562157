import { signal } from '@preact/signals'

/** Whether a new password was chosen on this page, to be used now. */
export const isResetDone = signal(false)

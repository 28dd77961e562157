import { signal } from '@preact/signals'

/** Whether the admin set a new password on this page, and must now sign in with it. */
export const isResetDone = signal(false)

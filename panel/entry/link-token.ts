import { signal } from '@preact/signals'

/** The token of the invitation or reset link that opened this page, in memory only. */
export const linkToken = signal<string>()

import { signal } from '@preact/signals'

/** The token of the invitation or reset link that opened this page: in memory only, gone with the page. */
export const linkToken = signal<string>()

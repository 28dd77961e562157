/** The signal of work that nobody will stop. */
export const NEVER_ABORTED = new AbortController().signal

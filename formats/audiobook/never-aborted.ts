/** Default for callers that do not cancel. */
export const NEVER_ABORTED = new AbortController().signal

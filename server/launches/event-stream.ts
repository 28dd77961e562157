import type { ServerResponse } from 'node:http'
import type { EndReason } from '../members/open-views.ts'

/** Pages treat a longer silence as a lost connection. */
const KEEP_ALIVE_MS = 20_000
/** How long the last event may take; shorter than the shutdown timeout. */
const FAREWELL_MS = 5_000

export const LAST_EVENTS: Record<EndReason, string> = {
  revoked: 'event: session-ended\ndata: {}\n\n',
  closing: 'retry: 1000\n: closing\n\n',
}

/**
 * Keeps an event stream open: sends a comment whenever nothing was sent for a while, and closes the connection when the
 * comment before was not read (https://html.spec.whatwg.org/multipage/server-sent-events.html). One listener serves all
 * streams: there are thousands.
 */
export function sendKeepAlives(response: ServerResponse, { keepAliveMs = KEEP_ALIVE_MS } = {}): void {
  response.on('timeout', sendComment)
  response.setTimeout(keepAliveMs)
  response.write(': open\n\n')
}

/** Sends the last event and ends the stream, at the latest after five seconds. */
export function endStream(response: ServerResponse, event: string): void {
  // It was the oldest of too many, and now its member is revoked, or the process stops.
  if (response.writableEnded) return
  setTimeout(() => response.destroy(), FAREWELL_MS).unref()
  response.end(event)
}

function sendComment(this: ServerResponse): void {
  if (this.writableEnded || this.writableLength > 0) this.destroy()
  else this.write(': alive\n\n')
}

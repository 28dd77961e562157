/**
 * Messages from the embedded application to the host (specification, section 6).
 * Hosts ignore types they do not know, so new ones may be added without a version change.
 */
export type BridgeEvent =
  | { type: 'service:ready' }
  | { type: 'service:session-expired'; reason: SessionExpiredReason }
  | { type: 'service:close' }
  | { type: 'service:open-external'; url: string }
  /** The engine is older than `baseline.ts`: the page shows a sentence that says so, and nothing else ever. */
  | { type: 'service:unsupported' }

/** `invalid_launch_token`: the link was expired, used or invalid. `refresh_failed`: the member's session ended. */
type SessionExpiredReason = 'invalid_launch_token' | 'refresh_failed'

/** The object a native host puts in the page as `window.WebViewBridge`; the message is a JSON string. */
export interface WebViewBridge {
  postMessage(message: string): void
}

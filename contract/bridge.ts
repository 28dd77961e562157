/**
 * Messages from the embedded application to the host (specification, section 6).
 * Hosts ignore types they do not know, so new ones may be added without a version change.
 */
export type BridgeEvent =
  | { type: 'service:ready' }
  | { type: 'service:session-expired'; reason: SessionExpiredReason }
  | { type: 'service:close' }
  | { type: 'service:open-external'; url: string }
  /** The engine is older than `baseline.ts`: the page only shows a message that says so. */
  | { type: 'service:unsupported' }
  /** A word of a book that the service's dictionaries do not have, to look up. `language`: BCP 47, of the book. */
  | { type: 'service:define'; word: string; language: string }
  /** A passage of a book in another language than the page's, to translate. `language`: BCP 47, of the book. */
  | { type: 'service:translate'; text: string; language: string }
  /** A passage of a book and the book's title, to share, where the engine has no `navigator.share`. */
  | { type: 'service:share'; text: string }
  /** The audio playing, for hosts to show and control where the page cannot (no Media Session). Null when it ended. */
  | { type: 'service:media'; media: BridgeMedia | null }

export interface BridgeMedia {
  title: string
  author: string
  chapter: string
  /** Absolute address of a picture that needs no token. */
  artwork: string
  /** Also while the sound is on its way: the host keeps the view awake. */
  playing: boolean
  /** Seconds from the start of the book when the event is sent; they advance at `rate` while it plays. */
  position: number
  /** Seconds. */
  duration: number
  /** The speed; 0 while the sound is on its way. */
  rate: number
}

/**
 * Commands from the host, as an object or as JSON, by `postMessage` to the page's window: from a frame's parent, or
 * from a native host within the page. Ignored without a recording on the page.
 */
export type BridgeCommand =
  | { type: 'host:media'; action: 'play' | 'pause' | 'forward' | 'back' | 'next' | 'previous' }
  /** Seeks to a second of the book. */
  | { type: 'host:media'; action: 'seek'; position: number }

/** `invalid_launch_token`: the link was expired, used or invalid. `refresh_failed`: the member's session ended. */
type SessionExpiredReason = 'invalid_launch_token' | 'refresh_failed'

/** The object a native host puts in the page as `window.WebViewBridge`; the message is a JSON string. */
export interface WebViewBridge {
  postMessage(message: string): void
}

/** The side of the bridge that embeds the view: Estante in an iframe of the partner's page. Loads no other module. */
import type { BridgeEvent } from '../contract/bridge.ts'

export type { BridgeCommand, BridgeEvent, BridgeMedia } from '../contract/bridge.ts'

export interface EmbedOptions {
  /**
   * Requests a launch link from your own backend, at each opening: a link works once. Return undefined when the member
   * may not open the books.
   */
  requestLaunchUrl: () => Promise<string | undefined>
  /** There is no link, the request for one failed with `error`, or sessions end too often: show a screen of your own. */
  onUnavailable: (error?: unknown) => void
  /** Receives every event: hide your loading indicator at `service:ready`, and the frame at `service:close`. */
  onEvent?: (event: BridgeEvent) => void
  /** Opens a safe address outside the view. By default in a new window. */
  openExternal?: (url: string) => void
  /** Receives the origin of each message that another site sent from the frame, and that was ignored. */
  onRefused?: (origin: string) => void
}

/** A function for each frame that closes the view in it. */
const closers = new WeakMap<HTMLIFrameElement, () => void>()

/**
 * Opens the books in a frame of the page, replaces a session that ends, and hands over links that leave the view.
 * Returns a function that closes them. Opening again in the same frame closes them, too.
 */
export function embedBooks(
  frame: HTMLIFrameElement,
  { requestLaunchUrl, onUnavailable, onEvent, openExternal = openWindow, onRefused }: EmbedOptions,
): () => void {
  const mayRecover = recoveryRule()
  const closing = new AbortController()
  let stopListening = () => {}
  closers.get(frame)?.()
  closers.set(frame, close)
  frame.allow = 'autoplay; fullscreen; web-share; clipboard-write'
  void open()
  return close

  async function open(): Promise<void> {
    try {
      const launchUrl = await requestLaunchUrl()
      if (closing.signal.aborted) return
      if (!launchUrl) return onUnavailable()
      stopListening()
      stopListening = listenToBridge(frame, new URL(launchUrl).origin, onBridgeEvent, onRefused)
      // Unlike a new `src`, it adds nothing to the history.
      frame.contentWindow?.location.replace(embedUrl(launchUrl))
    } catch (error) {
      if (!closing.signal.aborted) onUnavailable(error)
    }
  }

  function onBridgeEvent(event: BridgeEvent): void {
    onEvent?.(event)
    if (event.type === 'service:close') close()
    if (event.type === 'service:open-external' && isSafeToOpen(event.url)) openExternal(event.url)
    if (event.type !== 'service:session-expired' || closing.signal.aborted) return
    if (mayRecover(event.reason, performance.now())) void open()
    else onUnavailable()
  }

  function close(): void {
    if (closing.signal.aborted) return
    closing.abort()
    stopListening()
    frame.contentWindow?.location.replace('about:blank')
  }
}

/** Adds the parameters of an embedded view to a launch link, which always has a query. */
export function embedUrl(launchUrl: string): string {
  return `${launchUrl}&embed=1&closable=1`
}

/**
 * Listens to the events of the view in `frame`. Trusts only `playOrigin`, the origin of the launch link: messages from
 * another site that the frame went to are reported to `onRefused`. Returns a function that stops listening.
 */
export function listenToBridge(
  frame: HTMLIFrameElement,
  playOrigin: string,
  onEvent: (event: BridgeEvent) => void,
  onRefused?: (origin: string) => void,
): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent): void => {
    if (source !== frame.contentWindow) return
    if (origin !== playOrigin) onRefused?.(origin)
    else if (typeof data?.type === 'string') onEvent(data)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

const RECOVERY_INTERVAL_MS = 30_000

/**
 * Decides whether an ended session may be replaced without asking the member: once for each reason in 30 seconds, so
 * that a revoked member, or a link that never works, causes no endless loop.
 */
export function recoveryRule(): (reason: string, now: number) => boolean {
  const lastAt = new Map<string, number>()
  return function mayRecover(reason, now) {
    if (now - (lastAt.get(reason) ?? Number.NEGATIVE_INFINITY) < RECOVERY_INTERVAL_MS) return false
    lastAt.set(reason, now)
    return true
  }
}

/** Whether a link that leaves the view is safe to open: only web, mail and phone addresses are. */
export function isSafeToOpen(url: string): boolean {
  try {
    return ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(url).protocol)
  } catch {
    return false
  }
}

function openWindow(url: string): void {
  window.open(url, '_blank', 'noopener')
}

/** The host's side of the bridge, for an iframe. Copy this file: it is all that a page needs to embed the view. */

/** Adds the frame's parameters to a launch link, which always has a query. */
export function embedded(launchUrl) {
  return `${launchUrl}&embed=1&closable=1`
}

/**
 * Listens to the embedded application's events in `frame`. Trusts only `playOrigin`, the origin of the launch link:
 * messages from any other origin that the frame navigated to go to `onRefused`. Returns a function that stops
 * listening.
 */
export function hearBridge(frame, playOrigin, onEvent, onRefused) {
  const hear = ({ source, origin, data }) => {
    if (source !== frame.contentWindow) return
    if (origin !== playOrigin) return onRefused(origin)
    if (typeof data?.type === 'string') onEvent(data)
  }
  window.addEventListener('message', hear)
  return () => window.removeEventListener('message', hear)
}

const RECOVERY_INTERVAL_MS = 30_000

/**
 * Decides whether an ended session may be replaced without asking: once for each reason in 30 seconds, so that a
 * revoked member, or a link that never works, causes no endless loop.
 */
export function recoveryRule() {
  const lastAt = new Map()
  return function mayRecover(reason, now) {
    if (now - (lastAt.get(reason) ?? Number.NEGATIVE_INFINITY) < RECOVERY_INTERVAL_MS) return false
    lastAt.set(reason, now)
    return true
  }
}

/** Whether a link out of the view is safe to open: only web, mail and phone addresses are. */
export function isSafeToOpen(url) {
  return URL.canParse(url) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(url).protocol)
}

/**
 * The host's side of the bridge, in an iframe. Copy this file: it is all a page needs to hold the embedded view.
 */

/** The launch link as the frame opens it. It always has a query, so the parameters are simply appended. */
export function embedded(launchUrl) {
  return `${launchUrl}&embed=1&closable=1`
}

/**
 * Hears what the embedded application says from `frame`. Only `playOrigin`, the origin of the launch link, is believed:
 * anything else the frame may have become is handed to `onRefused`. Returns a function that stops hearing.
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
 * Whether a session that ended may be replaced without asking: once for each reason in 30 seconds, so that a member
 * who was revoked, or a link that never works, does not go round in circles.
 */
export function recoveryRule() {
  const lastAt = new Map()
  return function mayRecover(reason, now) {
    if (now - (lastAt.get(reason) ?? Number.NEGATIVE_INFINITY) < RECOVERY_INTERVAL_MS) return false
    lastAt.set(reason, now)
    return true
  }
}

/** Links that leave the view are opened only when a browser, a mail or a phone program would open them. */
export function isSafeToOpen(url) {
  return URL.canParse(url) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(url).protocol)
}

import type { BridgeEvent, WebViewBridge } from '@estante/contract/bridge.ts'

/** The host's parameters of the launch address. */
export interface View {
  embed: boolean
  closable: boolean
}

export interface BridgeWindow {
  WebViewBridge?: WebViewBridge
  parent: { postMessage(message: unknown, targetOrigin: string): void }
  setTimeout(callback: () => void, ms: number): unknown
  open(url: string, target: string, features: string): unknown
  console: { warn(text: string): void }
}

// Some hosts inject the object after the page has started.
const LATE_BRIDGE_POLL_MS = 50
const LATE_BRIDGE_LIMIT_MS = 10_000
const EXTERNAL_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:']

/**
 * Sends events to the host (specification, section 6). A frame's parent gets objects at once; a native host gets JSON
 * strings through `WebViewBridge`, and events from before the object appeared are queued for ten seconds.
 */
export function createBridge(page: BridgeWindow, view: View) {
  let waiting: BridgeEvent[] = []
  let polledForMs = 0
  let isPolling = false

  const isEmbedded = () => view.embed || nativeBridge() !== undefined
  const isClosable = () => view.closable

  function nativeBridge() {
    const bridge = page.WebViewBridge
    return typeof bridge?.postMessage === 'function' ? bridge : undefined
  }

  function sendToHost(event: BridgeEvent) {
    if (view.embed && page.parent !== (page as unknown)) {
      page.parent.postMessage(event, '*')
      if (!nativeBridge()) return
    }
    waiting.push(event)
    deliver()
  }

  function deliver() {
    const bridge = nativeBridge()
    if (bridge) {
      const events = waiting
      waiting = []
      for (const event of events) {
        try {
          bridge.postMessage(JSON.stringify(event))
        } catch (problem) {
          // Whatever sent the event must not end with it: the sound goes on, and is counted.
          page.console.warn(`window.WebViewBridge: ${problem}`)
        }
      }
    } else if (polledForMs >= LATE_BRIDGE_LIMIT_MS) {
      // Nothing else tells an integrator why the app hears nothing.
      if (view.embed) page.console.warn(`Sem window.WebViewBridge: ${waiting.map(({ type }) => type)}`)
      waiting = []
    } else if (!isPolling) {
      isPolling = true
      page.setTimeout(() => {
        isPolling = false
        polledForMs += LATE_BRIDGE_POLL_MS
        deliver()
      }, LATE_BRIDGE_POLL_MS)
    }
  }

  /** Passes an external link to the host, or opens it in a new tab. Ignores other schemes. */
  function openExternal(url: string) {
    const address = parseUrl(url)
    if (!address || !EXTERNAL_SCHEMES.includes(address.protocol)) return
    if (isEmbedded()) sendToHost({ type: 'service:open-external', url: address.href })
    else page.open(address.href, '_blank', 'noopener')
  }

  return { sendToHost, isEmbedded, isClosable, openExternal }
}

function parseUrl(url: string) {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

/** How this page was opened; `main.tsx` sets it before anything is drawn. */
export const view: View = { embed: false, closable: false }

export const { sendToHost, isEmbedded, isClosable, openExternal } = createBridge(globalThis, view)

import type { PlaceMovedEvent } from '@estante/contract/play/places.ts'
import { effect } from '@preact/signals'
import type { MemberSession } from './member-session.ts'
import type { later } from './retry.ts'

// Written out: browsers import only types from schema modules.
const EVENTS_ADDRESS = '/play/v1/events'
// The service sends a comment every 20 seconds.
const SILENCE_LIMIT_MS = 50_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

interface SessionEventsDependencies {
  page: Pick<Window, 'addEventListener'>
  /** Milliseconds that also pass while the device sleeps. */
  now(): number
  /** From 0 to 1. */
  random(): number
  later: typeof later
}

/**
 * Listens to the service's events: ends the member session on this page when it is over, and reports moved places,
 * without an id after a reconnection. Reconnects whenever the stream breaks, sooner when the page is shown again or the
 * network is back. Returns a function that stops it.
 */
export function followSessionEvents(
  memberSession: MemberSession,
  { page, now, random, later }: SessionEventsDependencies,
  onPlaceMoved: (moved?: PlaceMovedEvent) => void,
) {
  let following: AbortController | undefined
  let wake = () => {}

  async function follow(stopped: AbortSignal) {
    let pauseMs = FIRST_PAUSE_MS
    let wasOpen = false
    const onOpen = () => {
      if (wasOpen) onPlaceMoved()
      wasOpen = true
    }
    while (!stopped.aborted) {
      const startedAt = now()
      const outcome = await listen(stopped, onOpen).catch(() => 'broken' as const)
      if (stopped.aborted) return
      if (outcome === 'session-ended') return memberSession.end()
      if (now() - startedAt > SILENCE_LIMIT_MS) pauseMs = FIRST_PAUSE_MS
      await new Promise<void>((resolve) => {
        const cancel = later(resolve, pauseMs * (0.75 + random() / 2))
        wake = () => {
          cancel()
          resolve()
        }
      })
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }

  async function listen(stopped: AbortSignal, onOpen: () => void): Promise<'session-ended' | 'broken'> {
    const connection = new AbortController()
    const giveUp = () => connection.abort()
    let silence = setTimeout(giveUp, SILENCE_LIMIT_MS)
    stopped.addEventListener('abort', giveUp, { once: true })
    try {
      const response = await memberSession.api.fetch(EVENTS_ADDRESS, { signal: connection.signal })
      if (!response.ok || !response.body) return 'broken'
      onOpen()
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      let unread = ''
      let event = ''
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return 'broken'
        clearTimeout(silence)
        silence = setTimeout(giveUp, SILENCE_LIMIT_MS)
        const lines = (unread + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r/)
        unread = lines.pop() ?? ''
        for (const line of lines) {
          const [, field, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? []
          if (field === 'event') event = value
          if (event === 'session-ended') return 'session-ended'
          if (field === 'data' && event === 'place-moved') onPlaceMoved(JSON.parse(value) as PlaceMovedEvent)
          if (line === '') event = ''
        }
      }
    } finally {
      clearTimeout(silence)
      stopped.removeEventListener('abort', giveUp)
      giveUp()
    }
  }

  function stop() {
    following?.abort()
    wake()
  }

  for (const type of ['online', 'pageshow', 'visibilitychange']) page.addEventListener(type, () => wake())

  const dispose = effect(() => {
    stop()
    following = undefined
    if (memberSession.state.value !== 'signed-in') return
    following = new AbortController()
    void follow(following.signal)
  })
  return () => {
    dispose()
    stop()
  }
}

import { jsonBody } from '@estante/client/json-body.ts'
import type { Heartbeat, HeartbeatAnswer } from '@estante/contract/play/activity.ts'
import { api, failureOf, onSessionOver } from '../session/api.ts'
import { refresh } from '../session/resource.ts'
import { later } from '../session/retry.ts'
import { now } from './clock.ts'
import { createHeartbeatQueue, type Delivery, type HeartbeatQueue } from './heartbeat-queue.ts'

/** After this much activity a title is on the shelf of titles to continue. */
const STARTED_AFTER_MS = 5000

/** The title that the home screen was last refreshed for. */
let homeHas: string | undefined
const reports = new Set<() => void>()
let heartbeats: HeartbeatQueue | undefined

/** Returns the queue of this page's heartbeats, which lives as long as the page. */
export function pageHeartbeats(): HeartbeatQueue {
  heartbeats ??= open()
  return heartbeats
}

/**
 * Calls `report` when the page may be about to close, before the heartbeats are flushed. Returns a function that
 * unsubscribes.
 */
export function beforeLeaving(report: () => void): () => void {
  pageHeartbeats()
  reports.add(report)
  return () => {
    reports.delete(report)
  }
}

function open() {
  const opened = createHeartbeatQueue({ now, post, later })

  function leave() {
    for (const report of reports) report()
    opened.flushBeforeLeaving()
  }

  addEventListener('pagehide', leave)
  addEventListener('online', opened.flush)
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : opened.flush()))
  onSessionOver(opened.clear)
  return opened
}

/** `sendBeacon` cannot carry the access token, so a page that goes away sends with `keepalive`. */
async function post(heartbeat: Heartbeat, keepalive: boolean): Promise<Delivery> {
  const response = await api.fetchInTime('/play/v1/activity', {
    method: 'POST',
    ...jsonBody(heartbeat),
    // Below the baseline: Firefox before 133 may lose the last seconds before the page went.
    keepalive,
  })
  if (response.ok) {
    if (heartbeat.activeMs >= STARTED_AFTER_MS) showAtHome(heartbeat.publicationId)
    return (await response.json()) as HeartbeatAnswer
  }
  return failureOf(response) ?? 'refused'
}

/**
 * Reloads the home screen in advance: it begins with the title in use, and must not move when the member returns to it.
 */
function showAtHome(publicationId: string) {
  if (publicationId === homeHas) return
  homeHas = publicationId
  refresh('/play/v1/home')
}

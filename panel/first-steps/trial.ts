import type { BridgeEvent } from '@estante/contract/bridge.ts'
import type { setTrialAccess, TrialMember, tryLaunch } from '@estante/contract/panel/first-steps.ts'
import { signal } from '@preact/signals'
import { call } from '../admin-session/call.ts'
import { firstSteps } from './first-steps.ts'
import { text } from './text.ts'

const EVENTS_KEPT = 50

/** What the framed view said, when, and what an application does then. */
export interface HeardEvent {
  id: number
  at: number
  type: string
  detail: string | undefined
  todo: string
}

/** What a phone shows: nothing yet, a view on its way, a view, or a view that its member closed. */
export type PhoneState = 'idle' | 'loading' | 'open' | 'closed'

/** One trial of the view on this page: the link that is open, what was heard, whether the member may enter. */
export function createTrial() {
  const phone = signal<PhoneState>('idle')
  /** `turn` tells the same link opened twice apart. */
  const opened = signal<{ url: string; turn: number }>()
  const events = signal<readonly HeardEvent[]>([])
  let heard = 0

  /** As an application does: a new link for each opening, opened at once. */
  async function open() {
    const { launchUrl } = await call<typeof tryLaunch>('POST', '/panel/v1/try', {})
    show(`${launchUrl}&embed=1&closable=1`)
  }

  /** What a stale tab does: the link was used before. */
  function openUsed() {
    if (opened.value) show(opened.value.url)
  }

  function show(url: string) {
    phone.value = 'loading'
    opened.value = { url, turn: (opened.value?.turn ?? 0) + 1 }
  }

  function hear(event: BridgeEvent) {
    heard += 1
    const one = { id: heard, at: Date.now(), type: event.type, detail: detailOf(event), todo: todoOf(event) }
    events.value = [one, ...events.value].slice(0, EVENTS_KEPT)
    if (event.type === 'service:ready' && phone.value === 'loading') phone.value = 'open'
    if (event.type === 'service:close') phone.value = 'closed'
  }

  function forgetEvents() {
    events.value = []
  }

  return { phone, opened, events, open, openUsed, hear, forgetEvents }
}

export type Trial = ReturnType<typeof createTrial>

/** Revokes or restores the member of the trial; views that are open end at once. */
export async function setAccess(status: 'ACTIVE' | 'BLOCKED'): Promise<void> {
  putMember(await call<typeof setTrialAccess>('PUT', '/panel/v1/try/member', { status }))
}

function putMember(member: TrialMember) {
  for (const { data, put } of Object.values(firstSteps)) {
    if (data.value) put({ ...data.value, member })
  }
}

/** A message of the view, or undefined: pages get messages from anywhere. */
export function readEvent(message: unknown): BridgeEvent | undefined {
  const type = (message as { type?: unknown } | null)?.type
  return typeof type === 'string' && type.startsWith('service:') ? (message as BridgeEvent) : undefined
}

function detailOf(event: BridgeEvent): string | undefined {
  if (event.type === 'service:session-expired') return String(event.reason)
  if (event.type === 'service:open-external') return String(event.url)
  return undefined
}

function todoOf(event: BridgeEvent): string {
  const { todo } = text.trial
  const name = event.type === 'service:session-expired' ? event.reason : event.type
  return Object.hasOwn(todo, name) ? todo[name] : todo.unknown
}

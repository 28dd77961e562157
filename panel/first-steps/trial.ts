import type { BridgeEvent } from '@estante/contract/bridge.ts'
import type { setTrialAccess, TrialMember, tryLaunch } from '@estante/contract/panel/first-steps.ts'
import { signal } from '@preact/signals'
import { call } from '../admin-session/call.ts'
import { firstSteps } from './first-steps.ts'
import { text } from './text.ts'

const MAX_EVENTS = 50

/** An event of the framed view, its time, and how a host reacts. */
export interface TrialMessage {
  id: number
  at: number
  type: string
  detail: string | undefined
  todo: string
}

/** The state of the phone: empty, loading, showing a view, or closed by its member. */
export type PhoneState = 'idle' | 'loading' | 'open' | 'closed'

/** Creates a trial of this page: its link, the received events, and whether the member has access. */
export function createTrial() {
  const phone = signal<PhoneState>('idle')
  /** `turn` distinguishes two openings of the same link. */
  const opened = signal<{ url: string; turn: number }>()
  const events = signal<readonly TrialMessage[]>([])
  let heard = 0

  /** Opens a new link, as an application does. */
  async function open() {
    const { launchUrl } = await call<typeof tryLaunch>('POST', '/panel/v1/try', {})
    show(`${launchUrl}&embed=1&closable=1`)
  }

  /** Opens a used link, as an outdated tab does. */
  function openUsed() {
    if (opened.value) show(opened.value.url)
  }

  function show(url: string) {
    phone.value = 'loading'
    opened.value = { url, turn: (opened.value?.turn ?? 0) + 1 }
  }

  function onEvent(event: BridgeEvent) {
    heard += 1
    const one = { id: heard, at: Date.now(), type: event.type, detail: detailOf(event), todo: todoOf(event) }
    events.value = [one, ...events.value].slice(0, MAX_EVENTS)
    if (event.type === 'service:ready' && phone.value === 'loading') phone.value = 'open'
    if (event.type === 'service:close') phone.value = 'closed'
  }

  function forgetEvents() {
    events.value = []
  }

  return { phone, opened, events, open, openUsed, onEvent, forgetEvents }
}

export type Trial = ReturnType<typeof createTrial>

/** Revokes or restores the trial's member; open views end at once. */
export async function setAccess(status: 'ACTIVE' | 'BLOCKED'): Promise<void> {
  putMember(await call<typeof setTrialAccess>('PUT', '/panel/v1/try/member', { status }))
}

function putMember(member: TrialMember) {
  for (const { data, put } of Object.values(firstSteps)) {
    if (data.value) put({ ...data.value, member })
  }
}

/** Parses a message of the view; undefined for messages from elsewhere. */
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

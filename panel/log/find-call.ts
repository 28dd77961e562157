import type { CallDetail, getCall, getPartnerCall, PartnerCall } from '@estante/contract/panel/log.ts'
import { isOperator } from '../admin-session/admin-session.ts'
import { call, nullIfNotFound } from '../admin-session/call.ts'

const TRY_EVERY_MS = 1_000
const TRIES = 6
/** Nodes write calls with a delay, and clocks differ a little. */
const FRESH_MS = 120_000

/**
 * Finds a call by its request id. Retries a recent one for five seconds, since another node may not have written it
 * yet. Undefined when there is none.
 */
export async function findCall(
  id: string,
  {
    ask = fetchCall,
    wait = (ms: number) => new Promise<unknown>((resolve) => setTimeout(resolve, ms)),
    now = Date.now(),
  } = {},
): Promise<CallDetail | PartnerCall | undefined> {
  for (let left = Math.abs(now - madeAt(id)) < FRESH_MS ? TRIES : 1; ; await wait(TRY_EVERY_MS)) {
    const found = await nullIfNotFound(ask(id))
    if (found) return found
    if (--left === 0) return undefined
  }
}

function fetchCall(id: string): Promise<CallDetail | PartnerCall> {
  const name = encodeURIComponent(id)
  return isOperator.peek()
    ? call<typeof getPartnerCall>('GET', `/panel/v1/calls/${name}`)
    : call<typeof getCall>('GET', `/panel/v1/log/${name}`)
}

/** Reads the time of a UUIDv7: its first 48 bits. */
function madeAt(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

import { isCode } from '@estante/client/answer.ts'
import type { CallDetail, getCall, getPartnerCall, PartnerCall } from '@estante/contract/panel/log.ts'
import { isOperator } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'

const TRY_EVERY_MS = 1_000
const TRIES = 6
/** Nodes write a call a moment after it; clocks differ by less. */
const FRESH_MS = 120_000

/**
 * The call of a request id, or undefined when there is none. One of a moment ago is asked for again for five seconds: the
 * node that answered it may be another, which is about to write it.
 */
export async function findCall(
  id: string,
  {
    ask = askOne,
    wait = (ms: number) => new Promise<unknown>((resolve) => setTimeout(resolve, ms)),
    now = Date.now(),
  } = {},
): Promise<CallDetail | PartnerCall | undefined> {
  for (let left = Math.abs(now - madeAt(id)) < FRESH_MS ? TRIES : 1; ; await wait(TRY_EVERY_MS)) {
    try {
      return await ask(id)
    } catch (reason) {
      if (!isCode(reason, 'NOT_FOUND', 'VALIDATION')) throw reason
      if (--left === 0) return undefined
    }
  }
}

function askOne(id: string): Promise<CallDetail | PartnerCall> {
  const name = encodeURIComponent(id)
  return isOperator.peek()
    ? call<typeof getPartnerCall>('GET', `/panel/v1/calls/${name}`)
    : call<typeof getCall>('GET', `/panel/v1/log/${name}`)
}

/** When a UUIDv7 was made: its first 48 bits. */
function madeAt(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

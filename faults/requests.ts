import { randomUUID } from 'node:crypto'
import { eventually } from '@estante/server/test/eventually.ts'
import { pageKey } from '@estante/server/test/people.ts'
import { type Answer, type Credential, call, type SignedInPage, userPath } from './people.ts'

/** Makes one call of each kind that needs the database: of a partner, of a member's page, and without sign-in. */
export function callEverything(
  address: string,
  partner: Credential,
  member: SignedInPage,
  /** Its refresh token is reused each time, which ends its member session once detected. */
  refreshing: SignedInPage,
): Promise<Answer[]> {
  const { authorization } = partner
  const page = { authorization: member.authorization }
  const heartbeat = { leaseId: randomUUID(), sequence: 1, publicationId: 'pub_x', activeMs: 0, idleMs: 0 }
  return Promise.all([
    call(address, 'GET', '/partner/v1/catalog', { authorization }),
    call(address, 'GET', '/partner/v1/usage?month=2026-11', { authorization }),
    call(address, 'POST', '/partner/v1/sessions', { authorization, body: { externalUserId: 'novo' } }),
    call(address, 'PUT', userPath('novo'), { authorization, body: { name: 'Nova' } }),
    call(address, 'GET', userPath('novo'), { authorization }),
    call(address, 'DELETE', userPath('outro'), { authorization }),
    call(address, 'GET', '/play/v1/profile', page),
    call(address, 'GET', '/play/v1/library', page),
    call(address, 'POST', '/play/v1/activity', { ...page, body: heartbeat }),
    call(address, 'POST', '/play/v1/launch', {
      body: { token: `lt_${randomUUID()}.${'a'.repeat(43)}`, key: pageKey() },
    }),
    call(address, 'POST', '/play/v1/refresh', { body: { refreshToken: refreshing.tokens.refreshToken } }),
  ])
}

/** Whether the answer is a 503 with `Retry-After`. */
export function isRetryable({ status, headers }: Answer): boolean {
  return status === 503 && Number(headers.get('retry-after')) > 0
}

/** Waits until the service reports itself ready. */
export async function untilReady(address: string): Promise<void> {
  await eventually(async () => (await call(address, 'GET', '/readyz')).status === 200)
}

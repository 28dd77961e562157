import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@estante/contract/locator.ts'
import type { Movement } from '@estante/contract/play/places.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { PRODUCTION } from '../environment.ts'
import { importAccounts } from '../members/import-accounts.ts'

export async function importAccountsFrom({ db, clock }: Context, partnerId: number, csv: string | Uint8Array) {
  const file = join(tmpdir(), `contas-${randomUUID()}.csv`)
  await writeFile(file, csv)
  try {
    return await importAccounts(db, clock.now(), { partnerId, environment: PRODUCTION }, file)
  } finally {
    await rm(file)
  }
}

export function pageKey(): string {
  return randomUUID().replaceAll('-', '')
}

/** A member's page, signed in with a launch: calls with its access token. */
export async function openPage(app: FastifyInstance, authorization: string, externalUserId = 'u1') {
  const launched = await app.inject({
    method: 'POST',
    url: '/partner/v1/sessions',
    headers: { authorization },
    payload: { externalUserId },
  })
  const { tokens, profile } = (await exchange(app, launched.json().launchToken)).json()
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE') => (url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${tokens.accessToken}` }, ...(payload && { payload }) })
  return { tokens, profile, get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') }
}

export function exchange(app: FastifyInstance, token: string | null, key = pageKey()) {
  return app.inject({ method: 'POST', url: '/play/v1/launch', payload: { token, key } })
}

let moves = 0

/** A move to a place: the next of one view, which all tests share. */
export function moveTo(locator: Locator): Movement {
  moves += 1
  return { locator, viewId: '00000000-0000-4000-8000-000000000000', step: moves, basedOn: 0, device: 'computer' }
}

/** Opens a title in a member's page, and spends some time with it. `place` adds to its heartbeats. */
export async function spendTime(
  { post }: Pick<Awaited<ReturnType<typeof openPage>>, 'post'>,
  clock: { advance(ms: number): void },
  publicationId: string,
  ms: number,
  place: object = {},
): Promise<void> {
  const lease = { leaseId: randomUUID(), publicationId, idleMs: 0, ...place }
  await post('/play/v1/activity', { ...lease, sequence: 1, activeMs: 0 })
  clock.advance(ms)
  const answer = await post('/play/v1/activity', { ...lease, sequence: 2, activeMs: ms })
  assert.equal(answer.statusCode, 200, answer.body)
}

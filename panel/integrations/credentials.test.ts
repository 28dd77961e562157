import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { isInUse } from './credentials.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

function credential(usedAt: number | undefined): PanelCredential {
  return {
    clientId: 'estante_test_0123456789abcdefghijklmn',
    name: 'Backend',
    environment: 'sandbox',
    createdAt: '2026-11-01T00:00:00.000Z',
    createdBy: null,
    rotatedAt: null,
    revokedAt: null,
    viewsEndedAt: null,
    lastUse: usedAt === undefined ? null : { at: new Date(usedAt).toISOString(), route: 'GET /partner/v1/catalog' },
    callsByDay: [0, 0, 0, 0, 0, 0, 0],
    rateLimit: 120,
  }
}

describe('a credential about to be rotated or revoked', () => {
  it('is in use after a call within the hour', () => {
    assert.equal(isInUse(credential(NOW - 59 * 60_000), NOW), true)
  })

  it('is not in use after a longer time, or never used', () => {
    assert.equal(isInUse(credential(NOW - 61 * 60_000), NOW), false)
    assert.equal(isInUse(credential(undefined), NOW), false)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FirstSteps } from '@estante/contract/panel/first-steps.ts'
import { checksOf, isComplete } from './first-steps.ts'

const AT = '2026-11-12T18:00:00.000Z'

function known(changes: Partial<FirstSteps> = {}): FirstSteps {
  return {
    steps: (['first-call', 'launch-opened', 'ready-seen', 'revoke-tested'] as const).map((step) => ({ step, at: AT })),
    credential: { clientId: 'estante_test_1', name: 'Backend', createdAt: AT },
    team: { owners: 1, ownersWithoutSecondFactor: 0 },
    hasFrameOrigins: false,
    examplesAt: null,
    member: { externalUserId: 'painel-adm_1', name: 'Ana', isRevoked: false },
    playUrl: 'https://livros.example.com',
    samples: { firstCall: [], launch: [], revoke: [] },
    ...changes,
  }
}

describe('the checklist', () => {
  it('ends in the sandbox with a revoked member', () => {
    const checks = checksOf('sandbox', known())

    assert.equal(checks.at(-1)?.name, 'revoke-tested')
    assert.ok(isComplete(checks))
  })

  it('is incomplete without a credential, even if an earlier one completed steps', () => {
    assert.ok(!isComplete(checksOf('sandbox', known({ credential: null }))))
  })

  it('requires the owners’ second factor in production; framing is optional', () => {
    const checks = checksOf('production', known())
    const unsafe = checksOf('production', known({ team: { owners: 2, ownersWithoutSecondFactor: 1 } }))

    assert.ok(isComplete(checks))
    assert.ok(!checks.some(({ name }) => name === 'revoke-tested'))
    assert.ok(!isComplete(unsafe))
  })
})

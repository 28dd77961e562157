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
  it('of the sandbox ends with a member revoked', () => {
    const checks = checksOf('sandbox', known())

    assert.equal(checks.at(-1)?.name, 'revoke-tested')
    assert.ok(isComplete(checks))
  })

  it('is not complete without a credential, however much was reached with an earlier one', () => {
    assert.ok(!isComplete(checksOf('sandbox', known({ credential: null }))))
  })

  it('of production asks for the owners’ second factor, and leaves the frame to whoever has one', () => {
    const checks = checksOf('production', known())
    const unsafe = checksOf('production', known({ team: { owners: 2, ownersWithoutSecondFactor: 1 } }))

    assert.ok(isComplete(checks))
    assert.ok(!checks.some(({ name }) => name === 'revoke-tested'))
    assert.ok(!isComplete(unsafe))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { environmentOfLink } from './environment-of-link.ts'

describe('a link of the navigation', () => {
  const firstSteps = {
    from: 'firstSteps',
    currentEnvironment: 'sandbox',
    chosen: 'production',
    isBeginning: true,
  } as const

  it('keeps the environment', () => {
    const members = { from: 'members', currentEnvironment: 'sandbox', chosen: 'sandbox', isBeginning: false } as const

    assert.equal(environmentOfLink('usage', members), 'sandbox')
    assert.equal(
      environmentOfLink('usage', { ...members, currentEnvironment: 'production', chosen: 'production' }),
      'production',
    )
  })

  it('does not keep the sandbox of the first steps', () => {
    for (const section of ['usage', 'members', 'team'] as const)
      assert.equal(environmentOfLink(section, firstSteps), 'production')
    assert.equal(environmentOfLink('log', { ...firstSteps, isBeginning: false }), 'production')
  })

  it('keeps the sandbox within the first steps, and where it was chosen', () => {
    for (const section of ['firstSteps', 'integrations', 'log'] as const) {
      assert.equal(environmentOfLink(section, firstSteps), 'sandbox')
    }
    assert.equal(environmentOfLink('usage', { ...firstSteps, chosen: 'sandbox' }), 'sandbox')
  })
})

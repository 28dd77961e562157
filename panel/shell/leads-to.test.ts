import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leadsTo } from './leads-to.ts'

describe('a link of the navigation', () => {
  const firstSteps = {
    from: 'firstSteps',
    currentEnvironment: 'sandbox',
    chosen: 'production',
    isBeginning: true,
  } as const

  it('keeps the environment', () => {
    const members = { from: 'members', currentEnvironment: 'sandbox', chosen: 'sandbox', isBeginning: false } as const

    assert.equal(leadsTo('usage', members), 'sandbox')
    assert.equal(leadsTo('usage', { ...members, currentEnvironment: 'production', chosen: 'production' }), 'production')
  })

  it('does not keep the sandbox of the first steps', () => {
    for (const section of ['usage', 'members', 'team'] as const)
      assert.equal(leadsTo(section, firstSteps), 'production')
    assert.equal(leadsTo('log', { ...firstSteps, isBeginning: false }), 'production')
  })

  it('keeps the sandbox within the first steps, and where it was chosen', () => {
    for (const section of ['firstSteps', 'integrations', 'log'] as const) {
      assert.equal(leadsTo(section, firstSteps), 'sandbox')
    }
    assert.equal(leadsTo('usage', { ...firstSteps, chosen: 'sandbox' }), 'sandbox')
  })
})

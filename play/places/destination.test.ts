import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { navigate } from '../router.ts'
import { openPage } from '../test/browser-history.ts'
import { leadTo, takeDestination } from './destination.ts'

const destination = { locator: { href: 'cap-1.xhtml', locations: { progression: 0.5 } } }

describe('the place at which a title is opened', () => {
  it('is taken once, by its title', () => {
    openPage('/notas')
    leadTo('farol', destination)
    navigate('/leitor/farol')

    assert.equal(takeDestination('farol'), destination)
    assert.equal(takeDestination('farol'), undefined)
  })

  it('is dropped when the title is left before it took the place', () => {
    openPage('/leitor/farol')
    leadTo('farol-em-audio', destination)
    navigate('/player/farol-em-audio', { replace: true })
    navigate('/biblioteca')
    navigate('/player/farol-em-audio')

    assert.equal(takeDestination('farol-em-audio'), undefined)
  })
})

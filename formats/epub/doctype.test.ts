import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropDoctype } from './doctype.ts'

describe('dropDoctype', () => {
  it('removes the declaration with its internal subset', () => {
    assert.equal(dropDoctype('<?xml?><!DOCTYPE html [<!ELEMENT a (b)>]><html/>'), '<?xml?><html/>')
    assert.equal(dropDoctype('<!doctype html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x.dtd"><html/>'), '<html/>')
    assert.equal(dropDoctype('<html/>'), '<html/>')
  })

  it('stays linear when the declaration repeats', () => {
    const markup = '<!DOCTYPE ['.repeat(200_000)

    assert.equal(dropDoctype(markup), markup)
  })
})

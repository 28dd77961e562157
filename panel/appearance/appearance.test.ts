import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isChanged, toAppearanceFields, toColor } from './appearance.ts'
import { readSchemeTokens } from './preview-tokens.ts'

const stored = {
  partnerName: 'Banco Aurora',
  displayName: null,
  accentColor: '#1c5743',
  logo: null,
  frameOrigins: ['https://app.aurora.example'],
  version: '1',
  changed: null,
}

describe('the form of the appearance', () => {
  it('parses colours as people type them', () => {
    for (const typed of ['#1c5743', ' 1C5743 ', '1c5743']) assert.equal(toColor(typed), '#1c5743')
    assert.equal(toColor('#FA0'), '#ffaa00')
    assert.equal(toColor('verde'), 'verde')
  })

  it('has nothing to save without a change', () => {
    const known = toAppearanceFields(stored)

    assert.ok(!isChanged(known, known))
    assert.ok(!isChanged(known, { ...known, displayName: '  ', accentColor: '1C5743' }))
    assert.ok(!isChanged(known, { ...known, frameOrigins: [...known.frameOrigins, ''] }))
    assert.ok(isChanged(known, { ...known, displayName: 'Aurora' }))
    assert.ok(isChanged(known, { ...known, frameOrigins: [] }))
  })
})

it('the preview shows both colour schemes, with the colours of the tokens', () => {
  const tokens = readSchemeTokens(`:root { --color-page: #fff; --space-1: 1px; --color-text: #111; }
    @media (prefers-color-scheme: dark) { :root { --color-page: #000; } }
    @media (prefers-reduced-motion: reduce) { :root { --motion-fast: 0 } }`)

  assert.deepEqual(tokens.light, { '--color-page': '#fff', '--color-text': '#111' })
  assert.deepEqual(tokens.dark, { '--color-page': '#000', '--color-text': '#111' })
})

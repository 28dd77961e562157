import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SLUG } from '@estante/contract/slug.ts'
import { proposeSlug } from './slug.ts'

describe('the slug that a name suggests', () => {
  it('has no accents, spaces, or hyphens at its ends', () => {
    assert.equal(proposeSlug('  Crédito Já! '), 'credito-ja')
    assert.equal(proposeSlug('Rede de Farmácias — São João'), 'rede-de-farmacias-sao-joao')
    assert.equal(proposeSlug('***'), '')
  })

  it('is valid, or empty', () => {
    for (const name of ['A'.repeat(80), `${'banco '.repeat(12)}`, '1º Banco', 'Ações & Cia']) {
      assert.match(proposeSlug(name), SLUG)
    }
    for (const slug of ['', '-a', 'Á', 'a b', 'a'.repeat(41)]) assert.doesNotMatch(slug, SLUG)
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { namePartners } from './name-partners.ts'

it('The partners of a title are named, the first three where they are many', () => {
  const partners = Array.from({ length: 280 }, (_, index) => ({ name: `Banco ${index + 1}` }))

  assert.equal(namePartners(partners.slice(0, 3)), 'Banco 1, Banco 2 e Banco 3')
  assert.equal(namePartners(partners), 'Banco 1, Banco 2, Banco 3 e mais 277')
})

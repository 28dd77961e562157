import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languageName, pagesOf } from './facts.ts'

describe('the name of a language', () => {
  it('matches Intl.DisplayNames, also for common languages', () => {
    const names = new Intl.DisplayNames('pt-BR', { type: 'language' })

    for (const tag of ['pt', 'pt-BR', 'pt-PT', 'en', 'en-US', 'es', 'fr', 'de', 'nn']) {
      assert.equal(languageName(tag)?.toLowerCase(), names.of(tag)?.toLowerCase())
    }
  })

  it('is the tag where there is none, and missing where the language is undetermined', () => {
    assert.equal(languageName('não é uma língua'), 'não é uma língua')
    assert.equal(languageName('und'), undefined)
  })
})

it('pages are estimated from letters, rounded to ten above fifty', () => {
  assert.deepEqual([10, 18_000, 180_900, 1_234_567].map(pagesOf), [1, 10, 100, 690])
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPortuguese } from './portuguese-characters.ts'

describe('a text in Portuguese', () => {
  it('has only characters of the smaller fonts', () => {
    for (const text of [
      '— Não é “à toa” que o coração põe água, Güell… 50 °C, 3º.',
      'um\tdois\r\ntrês\u00a0quatro \\ ] ^ -',
      'can\u00adção',
      '',
    ])
      assert.equal(isPortuguese(text), true, text)
    for (const text of ['Łódź', 'Œuvre', 'Πᾶν', '日本', 'a → b', '😀', 'Tiếng Việt', 'ﬁm'])
      assert.equal(isPortuguese(text), false, text)
  })
})

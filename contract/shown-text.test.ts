import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toOneLine, toParagraphs, toShownText } from './shown-text.ts'

it('A name or a title is one line in the order it was written, and text of any script stays as it is', () => {
  assert.equal(toOneLine('\u202egpj.exe\u2066 do mês\r\nque vem\u0000\u2028!'), 'gpj.exe do mês que vem !')
  for (const text of ['Ação & Cia.', 'שלום', 'नमस्ते', '👨‍👩‍👧', '日本語', '']) assert.equal(toOneLine(text), text)
})

it('A description keeps its paragraphs, in the order it was written', () => {
  assert.equal(toParagraphs('\u202eUm.\r\n\r\nDois\u0000:\ttrês\u2066.\u2028Quatro.'), 'Um.\n\nDois:\ttrês.\nQuatro.')
  assert.equal(toParagraphs('שלום\n日本語'), 'שלום\n日本語')
})

it('An identifier shows where something would deceive', () => {
  assert.equal(toShownText('a\u202eb\nc\u0007\u2028'), 'a\ufffdb\nc\ufffd\ufffd')
  assert.notEqual(toShownText('ab'), toShownText('a\u2066b'))
  assert.equal(toShownText('cliente/48213 ç 📚'), 'cliente/48213 ç 📚')
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toOneLine, toParagraphs, toVisibleText } from './visible-text.ts'

it('a name or a title becomes one line without bidirectional controls; text of any script is unchanged', () => {
  assert.equal(toOneLine('\u202egpj.exe\u2066 do mês\r\nque vem\u0000\u2028!'), 'gpj.exe do mês que vem !')
  for (const text of ['Ação & Cia.', 'שלום', 'नमस्ते', '👨‍👩‍👧', '日本語', '']) assert.equal(toOneLine(text), text)
})

it('a description keeps its paragraphs, without bidirectional controls', () => {
  assert.equal(toParagraphs('\u202eUm.\r\n\r\nDois\u0000:\ttrês\u2066.\u2028Quatro.'), 'Um.\n\nDois:\ttrês.\nQuatro.')
  assert.equal(toParagraphs('שלום\n日本語'), 'שלום\n日本語')
})

it('an identifier shows a replacement character for each deceptive one', () => {
  assert.equal(toVisibleText('a\u202eb\nc\u0007\u2028'), 'a\ufffdb\nc\ufffd\ufffd')
  assert.notEqual(toVisibleText('ab'), toVisibleText('a\u2066b'))
  assert.equal(toVisibleText('cliente/48213 ç 📚'), 'cliente/48213 ç 📚')
})

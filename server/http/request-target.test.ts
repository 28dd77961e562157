import assert from 'node:assert/strict'
import { it } from 'node:test'
import { canonicalTarget } from './request-target.ts'

it('Equivalent addresses are normalized to one', () => {
  assert.equal(canonicalTarget('/%70lay/v1/%6dedia/x'), '/play/v1/media/x')
  assert.equal(canonicalTarget('http://livros.example.com/launch?token=a%2Eb'), '/launch?token=a%2Eb')
  assert.equal(canonicalTarget('HTTPS://livros.example.com'), '/')
  assert.equal(canonicalTarget('http://livros.example.com?x=1'), '/?x=1')
})

it('Reserved characters and invalid encodings are left unchanged', () => {
  for (const target of ['/partner/v1/users/a%2Fb%40c%25%F0%9F%93%9A', '/partner/v1/users/%ZZ', '*', '//a//b']) {
    assert.equal(canonicalTarget(target), target)
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import postcss from 'postcss'
import { hoverWherePossible } from './hover-where-possible.ts'

function transform(css: string): string {
  return postcss([hoverWherePossible]).process(css, { from: undefined }).css.replace(/\s+/g, ' ')
}

describe('hoverWherePossible', () => {
  it('limits hover to devices that can, also where it is nested', () => {
    assert.equal(
      transform('.card { color: red; &:hover { color: blue; .title:hover { color: green } } }'),
      '.card { color: red; @media (hover: hover) { &:hover { color: blue; @media (hover: hover) { .title:hover { color: green } } } } }',
    )
  })

  it('applies the other selectors of a rule everywhere', () => {
    assert.equal(
      transform('.a:hover, .a:focus { color: red } .b { color: blue }'),
      '.a:focus { color: red } @media (hover: hover) { .a:hover { color: red } } .b { color: blue }',
    )
  })
})

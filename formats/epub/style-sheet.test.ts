import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countRemovals } from './removals.ts'
import { cleanStyle } from './style-sheet.ts'

describe('the style of a book', () => {
  const kept = [
    '@namespace epub "http://www.idpf.org/2007/ops";',
    '@media (min-width:40em) and (color){p>a:not(.x)::before{content:"\\e001 ";color:rgb(0 0 0/50%)!important}}',
    '@supports (display:grid){.a{position:relative;top:calc(1em + 2px)}}',
    '.\\31 st,#é{font:1.2em/1.5 "A B",serif}',
    'p{transition:position 1s;position : sticky !important}',
    '@page{margin:1in;@top-left{content:counter(page)}}',
  ]
  for (const css of kept)
    it(`is kept as it is: ${css}`, () => assert.equal(clean(css).css, css.replace('\\e001 ', '\ue001')))

  const cleaned: [css: string, result: string][] = [
    [
      '@font-face{src:url(a.otf) format("opentype"),url( "https://mau.example/b.otf" )}',
      '@font-face{src:url("novo/a.otf") format("opentype"),none}',
    ],
    [
      '@namespace h url(http://www.w3.org/1999/xhtml);h|p{color:red}',
      '@namespace h "http://www.w3.org/1999/xhtml";h|p{color:red}',
    ],
    ['@import url(b.css) screen;@import "https://mau.example/c.css";p{}', '@import url("novo/b.css") screen;p{}'],
    ['p{color:red;position:fixed;top:0}', 'p{color:red;top:0}'],
    ['p{position:var(--x);top:0}', 'p{top:0}'],
    ['p{position:/* x */fixed!important}', 'p{}'],
    ['u/**/rl(x){}', 'u/**/rl(x){}'],
    ['p{fill:url(#g)}', 'p{fill:url("#g")}'],
    ['p{content:"</style>&"}', 'p{content:"\\3c /style\\3e \\26 "}'],
    ['p{background:url(a b) url("x', 'p{background:/**/ none'],
  ]
  for (const [css, result] of cleaned) it(`is cleaned: ${css}`, () => assert.equal(clean(css).css, result))

  it('may be nested without end', () => {
    const css = 'a{'.repeat(200_000)

    assert.equal(clean(css).css, css)
  })
})

function clean(css: string) {
  const removals = countRemovals()
  const reference = (address: string) => (address.includes(':') || address === 'x' ? undefined : `novo/${address}`)
  return { css: cleanStyle(css, reference, removals), removed: removals.sentences() }
}

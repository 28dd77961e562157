import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer'
import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { countRemovals } from '../removals.ts'
import { sanitizeMarkup } from './sanitize-markup.ts'
import { cleanStyle } from './style-sheet.ts'

const SEED = Number(process.env.SEED ?? 20_261_122)
const RUNS = Number(process.env.RUNS ?? 1000)

describe('cleanStyle', () => {
  const harmless = [
    '@namespace epub "http://www.idpf.org/2007/ops";',
    '@media (min-width:40em) and (color){p>a:not(.x)::before{content:"\\e001 ";color:rgb(0 0 0/50%)!important}}',
    '@supports (display:grid){.a{position:relative;top:calc(1em + 2px)}}',
    '.\\31 st,#é{font:1.2em/1.5 "A B",serif}',
    'p{transition:position 1s;position : sticky !important}',
    '@page{margin:1in;@top-left{content:counter(page)}}',
  ]
  for (const css of harmless) it(`keeps: ${css}`, () => assert.equal(clean(css).css, css.replace('\\e001 ', '\ue001')))

  const cleaned: [css: string, result: string][] = [
    [
      '@font-face{src:url(a.otf) format("opentype"),url( "https://mau.example/b.otf" )}',
      '@font-face{src:url("novo/a.otf") format("opentype"),none}',
    ],
    [
      '@namespace h url(http://www.w3.org/1999/xhtml);h|p{color:red}',
      '@namespace h "http://www.w3.org/1999/xhtml";h|p{color:red}',
    ],
    [
      '@import url(b.css) screen;@import "https://mau.example/c.css";p{}',
      '@import url("novo/b.css") screen;@removed;p{}',
    ],
    ['html{-epub-writing-mode : vertical-rl!important}', 'html{writing-mode : vertical-rl!important}'],
    ['html{-webkit-writing-mode:vertical-lr}', 'html{writing-mode:vertical-lr}'],
    ['i{-epub-text-combine:horizontal;color:red}', 'i{text-combine-upright:all;color:red}'],
    ['i{-EPUB-text-orientation: sideways-right}', 'i{text-orientation: sideways}'],
    ['i{text-transform: -epub-fullwidth}', 'i{text-transform: full-width}'],
    ['p{-epub-hyphens: auto;color:red}', 'p{-webkit-hyphens:auto;hyphens: auto;color:red}'],
    ['@supports ( -epub-hyphens:auto){p{}}', '@supports ( hyphens:auto){p{}}'],
    ['.-epub-writing-mode{color:red}', '.-epub-writing-mode{color:red}'],
    ['p{color:red;position:fixed;top:0}', 'p{color:red;;top:0}'],
    ['p{position:var(--x);top:0}', 'p{;top:0}'],
    ['p{position:/* x */fixed!important}', 'p{}'],
    ['u/**/rl(x){}', 'u/**/rl(x){}'],
    ['p{fill:url(#g)}', 'p{fill:url("#g")}'],
    ['p{content:"</style>&"}', 'p{content:"\\3c /style\\3e \\26 "}'],
    ['p{background:url(a b) url("x', 'p{background:none none'],
  ]
  for (const [css, result] of cleaned) it(`cleans: ${css}`, () => assert.equal(clean(css).css, result))

  const joined = [
    'p{background:ur@charset "x";l(https://mau.example/a)}',
    'p{background:\\75 @charset "x";rl(https://mau.example/a)}',
    'p{background:ur@import "x";l(https://mau.example/b)}',
    '@@charset "";import "https://mau.example/e.css";',
    'p{po@charset "";sition:fixed;inset:0}',
    'p{background:ima@charset "";ge-set("https://mau.example/c" 1x)}',
    'p{/position:fixed;* content:"*/}p{position:fixed}"}',
    '\ufeff\ufeffposition:fixed',
    'p{position@charset "";:fixed}',
    'p{position position:fixed;:fixed}',
    'p{position"\n:fixed}',
    'p{position<!--:fixed}',
  ]
  for (const css of joined) it(`creates nothing harmful by removals: ${css}`, () => assertSound(clean(css).css))

  it('outputs only allowed CSS for any input', () => {
    fc.assert(
      fc.property(anyStyle(), (css) => assertSound(clean(css).css)),
      { seed: SEED, numRuns: RUNS },
    )
  })

  it('outputs only allowed CSS from any part of a chapter: its head, an attribute, a drawing', () => {
    fc.assert(
      fc.property(anyStyle(), (css) => {
        for (const style of stylesOf(css)) assertSound(style)
      }),
      { seed: SEED, numRuns: RUNS / 10 },
    )
  })

  it('handles unbounded nesting, and unbounded values', () => {
    for (const css of ['a{'.repeat(200_000), `a{position:${'static '.repeat(200_000)}}`]) {
      assert.equal(clean(css).css, css)
    }
  })
})

const HARMFUL = [
  'url(https://mau.example/a)',
  'url("https://mau.example/b")',
  'image-set("https://mau.example/c" 1x)',
  'expression(1)',
  '@import "https://mau.example/d";',
  '@import url(https://mau.example/e);',
  'position:fixed;',
  '/* "*/position:fixed;/*"*/',
  '<!-- position:fixed -->',
]
const REMOVABLE = [
  '@charset "x";',
  '@import "x";',
  '@x ',
  'position:fixed;',
  'url(https://mau.example/f)',
  'image(x)',
  '"a\n',
  'url(a b)',
  '\0',
  '\ufeff',
  '<!--',
]
const HARMLESS = [
  ...';:{}(),@#/*-+\\"\'!.<>1a \n\f',
  '/*',
  '*/',
  '\\75 ',
  '\\75',
  '\\0',
  '#g',
  'p{',
  'none',
  'url(a.png)',
]
const KNOWN = [
  'relative',
  '!important',
  '@media',
  '@namespace',
  '"http://www.w3.org/2000/svg"',
  'var(--x)',
  'position:',
]

/** Generates harmful CSS split in two by removable text, among arbitrary text. */
function anyStyle(): fc.Arbitrary<string> {
  const cut = fc
    .tuple(fc.constantFrom(...HARMFUL), fc.nat(12), fc.constantFrom(...REMOVABLE), fc.constantFrom('', '\\', ' '))
    .map(([harm, offset, removable, sign]) => harm.slice(0, offset) + sign + removable + harm.slice(offset))
  const any = fc.constantFrom(...HARMFUL, ...REMOVABLE, ...HARMLESS, ...KNOWN)
  return fc
    .array(fc.oneof({ weight: 1, arbitrary: cut }, { weight: 3, arbitrary: any }), { maxLength: 10 })
    .map((parts) => parts.join(''))
}

/** Extracts the styles of a chapter that has `css` wherever a style may be. */
function stylesOf(css: string): string[] {
  const text = css.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const { head, body } = sanitizeMarkup(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><style>${text}</style></head><body><p style="${text}">x</p>
      <svg xmlns="http://www.w3.org/2000/svg"><style>${text}</style><rect fill="(${text}" style="${text}"/></svg></body></html>`,
    'c1.xhtml',
    { link: () => undefined, file: () => undefined, inStyle: reference },
    countRemovals(),
  )
  const styles: string[] = []
  const walk = (nodes: ReturnType<typeof parseDocument>['children']) => {
    for (const node of nodes) {
      if (!('attribs' in node)) continue
      if (node.name === 'style') styles.push(node.children.map((child) => ('data' in child ? child.data : '')).join(''))
      for (const name of ['style', 'fill']) if (node.attribs[name] !== undefined) styles.push(node.attribs[name])
      walk(node.children)
    }
  }
  walk(parseDocument(`<x>${head}${body}</x>`, { xmlMode: true }).children)
  assert.ok(styles.length > 0)
  return styles
}

/** Tokenizes the result like a browser, and throws if it fetches anything forbidden or covers the page. */
function assertSound(css: string) {
  const tokens = tokenize({ css: css.replace(/^\ufeff/, '') }).filter(
    ([type]) => type !== TokenType.Whitespace && type !== TokenType.Comment,
  )
  for (const [index, token] of tokens.entries()) {
    const [type, , , , value] = token
    const follows = tokens.slice(index + 1)
    const problem = `${JSON.stringify(css)} has ${JSON.stringify(token)}`
    assert.ok(
      ![TokenType.URL, TokenType.BadURL, TokenType.BadString, TokenType.CDO, TokenType.CDC].includes(type),
      problem,
    )
    if (type === TokenType.Function) {
      assert.doesNotMatch(value.value, /^(-\w+-)?(image|image-set|src|expression)$/i, problem)
      if (/^url$/i.test(value.value)) assert.ok(isOwnAddress(follows), problem)
    }
    if (type === TokenType.AtKeyword) {
      assert.doesNotMatch(value.value, /^charset$/i, problem)
      if (/^import$/i.test(value.value)) {
        const [first, ...rest] = follows
        assert.ok(first?.[0] === TokenType.Function && first[4].value === 'url' && isOwnAddress(rest), problem)
      }
    }
    if (type === TokenType.Ident && /^position$/i.test(value.value) && follows[0]?.[0] === TokenType.Colon) {
      const end = follows.findIndex(([next]) =>
        [TokenType.Semicolon, TokenType.OpenCurly, TokenType.CloseCurly, TokenType.CloseParen, TokenType.EOF].includes(
          next,
        ),
      )
      for (const [, raw, , , expected] of follows.slice(1, end)) {
        assert.ok(
          raw === '!' || /^(relative|important)$/i.test(expected && 'value' in expected ? String(expected.value) : ''),
          problem,
        )
      }
    }
  }
}

function isOwnAddress([address, end]: CSSToken[]) {
  return address?.[0] === TokenType.String && /^(novo\/|#)/.test(address[4].value) && end?.[0] === TokenType.CloseParen
}

function reference(address: string) {
  return address.includes(':') || address === 'x' ? undefined : `novo/${address}`
}

function clean(css: string) {
  const removals = countRemovals()
  return { css: cleanStyle(css, reference, removals), removed: removals.sentences() }
}

import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { missingInBuilt } from './built.ts'
import { DECLARATION, declaredLines } from './finding.ts'
import { writeLibraries } from './libraries.ts'
import { isOrnament } from './ornaments.ts'
import { missingInScript } from './scripts.ts'
import { missingInStyles } from './style-sheets.ts'

const namesIn = (source: string) => missingInScript('one.tsx', source).map(({ name }) => name)
const missingIn = (css: string) =>
  missingInStyles(css)
    .filter(({ hasFallback }) => !hasFallback)
    .map(({ name }) => name)

describe('check-baseline', () => {
  it('removes from TypeScript’s libraries exactly the features that an engine lacks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'estante-libraries-'))

    const leftOut = writeLibraries(folder)

    const dom = readFileSync(join(folder, 'lib.dom.d.ts'), 'utf8')
    const search = dom.slice(dom.indexOf('interface URLSearchParams {'), dom.indexOf('declare var URLSearchParams'))
    rmSync(folder, { recursive: true })
    assert.doesNotMatch(search, /readonly size/)
    assert.match(search, /getAll\(/)
    assert.deepEqual(
      ['toSorted', 'withResolvers', 'mediaSession', 'showPopover'].filter((name) => !leftOut.has(name)),
      [],
    )
    assert.deepEqual(
      ['findLast', 'showModal', 'structuredClone', 'hasOwn', 'replaceChildren', 'fetch'].filter((name) =>
        leftOut.has(name),
      ),
      [],
    )
  })

  it('finds syntax, attributes, events and options that types do not cover', () => {
    assert.deepEqual(namesIn('const a = /(?<=x)y/'), ['look-behind'])
    assert.deepEqual(namesIn("new RegExp('(?<!x)y')"), ['look-behind'])
    assert.deepEqual(namesIn('const a = /[\\p{L}--[a-z]]/v'), ['the flag v'])
    assert.deepEqual(namesIn('const a = <div popover="auto" onClick={b} />'), ['<div popover>'])
    assert.deepEqual(namesIn("addEventListener('click', a); a.addEventListener('scrollend', b)"), [
      'the event scrollend',
    ])
    assert.deepEqual(namesIn('fetch(a, { method: b, body: c, keepalive: true })'), ['keepalive'])
    assert.deepEqual(namesIn('a.focus({ preventScroll: true, focusVisible: true })'), ['focusVisible'])
    assert.deepEqual(namesIn('const a = <dialog inert onClose={b} />; const c = /(?<name>a)(?=b)/s'), [])
  })

  it('finds unsupported CSS, and accepts fallbacks', () => {
    assert.deepEqual(missingIn('a { color: color-mix(in srgb, red, var(--b)) }'), ['color-mix()'])
    assert.deepEqual(missingIn('a:has(b) { color: red }'), [':has'])
    assert.deepEqual(missingIn('a::backdrop { color: var(--b) }'), ['var(--b)'])
    assert.deepEqual(missingIn('a { height: 1lh }'), ['lh'])
    assert.deepEqual(missingIn('a { height: 2em; height: 1lh }'), [])
    assert.deepEqual(missingIn('a { /* later */ height: 1lh; height: 2em }'), ['lh'])
    assert.deepEqual(missingIn('@supports (height: 1lh) { a { --b: 1lh } }'), [])
    assert.deepEqual(missingIn('a { height: 100dvh; inset: 0; gap: 1px } @layer b { a:is(b) { color: red } }'), [])
  })

  it('does not accept an earlier value as a fallback where a variable hides it', () => {
    const css = 'a { color: red; color: color-mix(in srgb, red, var(--b)); --c: 1em; --c: 1lh }'

    assert.deepEqual(missingIn(css), ['color-mix()', 'lh'])
  })

  it('applies a declaration to the next line, and finds unused ones', () => {
    const source = `a\n// ${DECLARATION} one\nb\n/* ${DECLARATION} two,\n   and more */\nc\nd // ${DECLARATION} three`

    assert.deepEqual(
      [...declaredLines(source)],
      [
        [3, 2],
        [6, 4],
        [7, 7],
      ],
    )
  })
})

/** Property names in dependencies that are their own, or feature-detected. */
const IN_DEPENDENCIES = ['moveBefore', 'dispose', 'subscribe']

describe('the built applications', () => {
  it('use nothing below the baseline that the sources do not declare', () => {
    const sources = globSync('{play,panel,design,client,contract}/**/*.{ts,tsx,css}', {
      exclude: (name) => /node_modules|dist/.test(name),
    }).map((file) => readFileSync(file, 'utf8'))
    const declared = sources.flatMap((source) => {
      const lines = source.split('\n')
      return [...declaredLines(source).keys()].map((line) => lines[line - 1] ?? '')
    })
    const isDeclared = (name: string) =>
      declared.some((line) => line.includes(name.replace(/\(\)$|^</, '').replace(/: .*/, '')))
    const isOurs = (name: string) =>
      name.length < 3 || sources.some((source) => new RegExp(`\\b${name}\\b`).test(source))

    const files = globSync('{play,panel}/dist/assets/*.{js,css}')
    const missing = files.flatMap((file) => {
      const isScript = file.endsWith('.js')
      return missingInBuilt(file, readFileSync(file, 'utf8'))
        .filter(({ keys }) => !keys.some(isOrnament))
        .filter(({ name }) => !isDeclared(name) && !(isScript && (IN_DEPENDENCIES.includes(name) || isOurs(name))))
        .map(({ name }) => `${file}: ${name}`)
    })

    assert.ok(files.length > 20)
    assert.deepEqual(missing, [])
  })
})

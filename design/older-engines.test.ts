import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser'
import { olderEnginesScript } from './older-engines.ts'

const SENTENCE = 'Atualize o “navegador” — já!'

/** Syntax newer than ES5. */
const SINCE_2015: (keyof VisitorObject)[] = [
  'ArrowFunctionExpression',
  'AwaitExpression',
  'ChainExpression',
  'ClassDeclaration',
  'ClassExpression',
  'ForOfStatement',
  'ImportExpression',
  'MetaProperty',
  'ArrayPattern',
  'ObjectPattern',
  'AssignmentPattern',
  'RestElement',
  'SpreadElement',
  'TemplateLiteral',
  'YieldExpression',
]

describe('olderEnginesScript', () => {
  it('is ASCII and valid ES5', () => {
    const source = olderEnginesScript(SENTENCE)
    const later: string[] = []
    const found = (node: { type: string; start: number; end: number }) => later.push(source.slice(node.start, node.end))

    const { program, errors } = parseSync('older-engines.js', source, { sourceType: 'script' })
    new Visitor({
      ...Object.fromEntries(SINCE_2015.map((type) => [type, found])),
      VariableDeclaration: (node) => node.kind !== 'var' && found(node),
      Property: (node) => (node.shorthand || node.computed || node.method) && found(node),
      LogicalExpression: (node) => node.operator === '??' && found(node),
      BinaryExpression: (node) => node.operator === '**' && found(node),
      FunctionDeclaration: (node) => (node.async || node.generator) && found(node),
      FunctionExpression: (node) => (node.async || node.generator) && found(node),
    } as VisitorObject).visit(program)

    assert.deepEqual(errors, [])
    assert.deepEqual(later, [])
    assert.match(source, /^[\n -~]*$/)
  })

  it('shows the sentence, and notifies a late host bridge, in an engine without CSS.supports', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const page = openPage('?token=x&embed=1')

    runInNewContext(olderEnginesScript(SENTENCE), page.globals)
    page.loaded()
    t.mock.timers.tick(500)
    assert.deepEqual(page.received, [])
    page.injectBridge()
    t.mock.timers.tick(500)

    assert.equal(page.visibleText(), SENTENCE)
    assert.deepEqual(page.received, ['{"type":"service:ready"}', '{"type":"service:unsupported"}'])
  })

  it('notifies the parent of an embedded frame, with objects', () => {
    const page = openPage('?embed=1', { isFramed: true })

    runInNewContext(olderEnginesScript(SENTENCE), page.globals)
    page.loaded()

    assert.deepEqual(page.received, [{ type: 'service:ready' }, { type: 'service:unsupported' }])
  })

  it('stops at once in a supported engine', () => {
    const page = openPage('?embed=1', { isFramed: true, isNew: true })

    runInNewContext(olderEnginesScript(SENTENCE), page.globals)
    page.loaded()

    assert.equal(page.visibleText(), undefined)
    assert.deepEqual(page.received, [])
  })
})

/** Fakes as much of a page as the script uses. */
function openPage(search: string, { isFramed = false, isNew = false } = {}) {
  const received: unknown[] = []
  let say = () => {}
  let sentence: string | undefined
  const window: Record<string, unknown> = isNew ? { CSS: { supports: () => true } } : {}
  window.parent = isFramed ? { postMessage: (message: object) => received.push({ ...message }) } : window
  const document = {
    documentElement: { setAttribute() {}, ...(isNew && { inert: false }) },
    addEventListener: (_: string, listener: () => void) => {
      say = listener
    },
    createElement: () => ({
      style: {},
      text: '',
      setAttribute() {},
      appendChild(text: string) {
        this.text = text
      },
    }),
    createTextNode: (text: string) => text,
    body: {
      style: {},
      appendChild(element: { text: string }) {
        sentence = element.text
      },
    },
  }
  return {
    globals: {
      window,
      document,
      location: { search },
      setTimeout: (act: () => void, ms: number) => setTimeout(act, ms),
    },
    received,
    loaded: () => say(),
    visibleText: () => sentence,
    injectBridge() {
      window.WebViewBridge = { postMessage: (message: string) => received.push(message) }
    },
  }
}

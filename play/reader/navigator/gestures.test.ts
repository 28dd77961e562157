import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toAppearance } from '../appearance/appearance.ts'
import { createWheel, inReadingOrder, isRibbonCorner, keyIntent, swipeIntent, tapIntent } from './gestures.ts'

const key = (name: string, more = {}) =>
  keyIntent({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more })

describe('gestures on the page', () => {
  it('turn it at the edges, and show the tools in the middle', () => {
    assert.deepEqual([tapIntent(10, 390), tapIntent(195, 390), tapIntent(380, 390)], ['left', 'toggle-tools', 'right'])
  })

  it('bookmark it in the top right corner, and nowhere else', () => {
    const taps = [
      { x: 380, y: 10 },
      { x: 380, y: 60 },
      { x: 330, y: 10 },
    ]

    assert.deepEqual(
      taps.map((tap) => isRibbonCorner(tap, 390)),
      [true, false, false],
    )
  })

  it('turn it with a quick horizontal swipe, and no other', () => {
    assert.equal(swipeIntent({ x: -80, y: 10, ms: 200 }, 390), 'right')
    assert.equal(swipeIntent({ x: 80, y: -10, ms: 200 }, 390), 'left')
    assert.equal(swipeIntent({ x: -80, y: 90, ms: 200 }, 390), undefined)
    assert.equal(swipeIntent({ x: -80, y: 0, ms: 2000 }, 390), undefined)
    assert.equal(swipeIntent({ x: -130, y: 0, ms: 2000 }, 390), 'right')
    assert.equal(swipeIntent({ x: -8, y: 0, ms: 100 }, 390), undefined)
  })

  it('follow the direction of the book', () => {
    assert.equal(inReadingOrder('right', false), 'forward')
    assert.equal(inReadingOrder('right', true), 'back')
    assert.equal(inReadingOrder('left', true), 'forward')
  })

  it('turn one page for each stroke of a trackpad, however many events it sends', () => {
    const wheel = createWheel()

    const turned = Array.from({ length: 30 }, (_, event) => wheel(20, event * 10)).filter(Boolean)

    assert.deepEqual(turned, ['forward'])
  })

  it('turn again with the next stroke, and back with one in the other direction', () => {
    const wheel = createWheel()

    assert.deepEqual([wheel(100, 0), wheel(100, 1000), wheel(-100, 2000)], ['forward', 'forward', 'back'])
  })
})

describe('the keys', () => {
  it('turn pages, and leave the browser’s shortcuts alone', () => {
    assert.equal(key(' '), 'forward')
    assert.equal(key(' ', { shiftKey: true }), 'back')
    assert.equal(key('PageDown'), 'forward')
    assert.equal(key('ArrowLeft'), 'left')
    assert.equal(key('ArrowLeft', { altKey: true }), undefined)
    assert.equal(key('a'), undefined)
  })
})

describe('a stored appearance', () => {
  it('is restored as far as its values are valid', () => {
    const appearance = toAppearance({ size: 133, theme: 'sepia', family: 'gothic', flow: 'scroll', extra: 1 })

    assert.deepEqual(
      [appearance.size, appearance.theme, appearance.family, appearance.flow],
      [130, 'sepia', 'original', 'scroll'],
    )
  })

  it('is the default when nothing is stored', () => {
    assert.deepEqual(toAppearance(undefined), toAppearance('broken'))
    assert.equal(toAppearance(null).size, 100)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPaceMeter, toPages } from './pace-meter.ts'

const MINUTE = 60_000

describe('the pace meter', () => {
  it('measures from page to page, across chapters too', () => {
    const { meter, pass } = reading()

    let pages = meter.moved(at(0, 0), false, [])
    pass(MINUTE)
    pages = meter.moved(at(0, 1000), true, pages)
    pass(MINUTE / 2)
    pages = meter.moved(at(1, 0), true, pages)

    assert.deepEqual(pages, [1000, 2000])
  })

  it('leaves out time during which the page is hidden', () => {
    const { meter, pass } = reading()

    let pages = meter.moved(at(0, 0), false, [])
    pass(MINUTE / 2)
    meter.hide()
    pass(MINUTE * 30)
    meter.show()
    pass(MINUTE / 2)
    pages = meter.moved(at(0, 1000), true, pages)

    assert.deepEqual(pages, [1000])
  })

  it('ignores jumps, leafing back, and a page left open', () => {
    const { meter, pass } = reading()

    let pages = meter.moved(at(0, 1000), false, [])
    pass(MINUTE)
    pages = meter.moved(at(3, 0), false, pages)
    pass(MINUTE)
    pages = meter.moved(at(2, 1000), true, pages)
    pass(MINUTE * 60)
    pages = meter.moved(at(3, 0), true, pages)

    assert.deepEqual(pages, [])
  })

  it('adds up the moves of a scroll to a page', () => {
    const { meter, pass } = reading()

    let pages = meter.moved(at(0, 0), false, [])
    for (let letter = 50; letter <= 1000; letter += 50) {
      pass(MINUTE / 20)
      pages = meter.moved(at(0, letter), true, pages)
    }

    assert.deepEqual(pages, [1000, 1000, 1000, 1000, 1000])
  })

  it('validates the stored pages', () => {
    assert.deepEqual(toPages([900, 'x', -1, 1.5, 1200]), [900, 1200])
    assert.deepEqual(toPages({ pace: 1 }), [])
  })
})

function reading() {
  let time = 0
  const meter = createPaceMeter(() => time)
  meter.show()
  return {
    meter,
    pass(ms: number) {
      time += ms
    },
  }
}

const at = (chapter: number, letter: number) => ({ chapter, letter, chapterLetters: 2000 })

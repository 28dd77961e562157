import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spacesOf } from '../layout/page-style.ts'
import { type Space, toAppearance } from './appearance.ts'
import { isAtEnd, linePreset, spacingPreset, stepSpace } from './appearance-spaces.ts'

describe('the spaces of a page', () => {
  it('are the book’s, unless a preset or the member’s own value replaces them', () => {
    const ofBook = spacesOf(toAppearance({}))
    const preset = spacesOf({ ...toAppearance({}), lineHeight: 'loose', spacing: 'wider' })
    const adjusted = spacesOf({ ...toAppearance({}), spacing: 'wider', letterSpacing: 12 })

    assert.deepEqual(Object.values(ofBook), [null, null, null, null])
    assert.deepEqual(preset, { lineSpacing: 185, paragraphSpacing: 90, wordSpacing: 18, letterSpacing: 8 })
    assert.deepEqual(adjusted, { lineSpacing: null, paragraphSpacing: 90, wordSpacing: 18, letterSpacing: 12 })
  })

  it('are the preset’s again once one is chosen', () => {
    const adjusted = { ...toAppearance({}), lineSpacing: 200, paragraphSpacing: 0, wordSpacing: 20, letterSpacing: 12 }

    const lines = { ...adjusted, ...linePreset('tight') }
    const others = { ...adjusted, ...spacingPreset('original') }

    assert.deepEqual(Object.values(spacesOf(lines)), [130, 0, 20, 12])
    assert.deepEqual(Object.values(spacesOf(others)), [200, null, null, null])
  })

  it('reach the values of WCAG 1.4.12, and come back to the book’s', () => {
    for (const [space, wanted, book] of [
      ['lineSpacing', 150, 120],
      ['paragraphSpacing', 200, 0],
      ['wordSpacing', 16, 0],
      ['letterSpacing', 12, 0],
    ] as const) {
      const up = walk(space, null, 1, book)
      assert.ok(up.includes(wanted), `${space}: ${up}`)
      const down = walk(space, up.at(-1)!, -1, book)
      assert.ok(down.includes(null) && down.includes(wanted), `${space}: ${down}`)
    }
  })

  it('grow and shrink from the book’s own', () => {
    const steps = [
      stepSpace('paragraphSpacing', null, 1, 100),
      stepSpace('paragraphSpacing', null, -1, 110),
      stepSpace('lineSpacing', null, 1, 150),
      stepSpace('letterSpacing', null, -1, 0),
      stepSpace('letterSpacing', 0, 1, 0),
      stepSpace('letterSpacing', 2, -1, 0),
    ]

    assert.deepEqual(steps, [125, 100, 160, 0, null, null])
  })

  it('continue on the scale from a preset, whose lowest value is not the book’s', () => {
    assert.equal(stepSpace('letterSpacing', 3.5, 1, undefined), 4)
    assert.equal(stepSpace('letterSpacing', 3.5, -1, undefined), 2)
    assert.equal(stepSpace('letterSpacing', 2, -1, undefined), 0)
  })

  it('are restored within their scale', () => {
    const restored = toAppearance({ spacing: 'wide', letterSpacing: 90, wordSpacing: '16', lineSpacing: Number.NaN })

    assert.deepEqual(Object.values(spacesOf(restored)), [null, 50, 9, 20])
  })
})

/** The values that a button leads through, to the end of the scale. */
function walk(space: Space, from: number | null, by: 1 | -1, book: number) {
  const values = [from]
  while (!isAtEnd(space, values.at(-1)!, by)) values.push(stepSpace(space, values.at(-1)!, by, book))
  return values
}

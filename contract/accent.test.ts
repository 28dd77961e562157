import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contrast, deriveAccent, isColor } from './accent.ts'

/** The backgrounds of the accent in `design/tokens.css`, with the worst tint of a cover, and the reader's sepia page. */
const GROUNDS = {
  light: ['#ffffff', '#f6f7f4', '#ebeee8', '#e7ebe4', '#f7dce6'],
  sepia: ['#f5ecd9'],
  dark: ['#0b0e0c', '#101412', '#181d1a', '#212824', '#232b26', '#13322a'],
}

/** The 4,096 colours of three digits, and typical brand colours. */
function* everyColor() {
  for (let color = 0; color < 4096; color++) {
    yield `#${color.toString(16).padStart(3, '0').replace(/./g, '$&$&')}`
  }
  yield* ['#ec7000', '#cc092f', '#820ad1', '#fdfc30', '#003399', '#7f7f7f', '#fffffe', '#000001']
}

describe('the colours derived from a partner’s', () => {
  it('are readable on every background of the screens', () => {
    for (const color of everyColor()) {
      const palette = deriveAccent(color)
      for (const screen of ['light', 'sepia', 'dark'] as const) {
        const { accent, strong, soft, onAccent, fill = accent, onFill = onAccent } = palette[screen]
        for (const one of [accent, strong, soft, onAccent, fill, onFill]) assert.ok(isColor(one), `${color}: ${one}`)
        const pairs = [
          ...[...GROUNDS[screen], soft].flatMap((ground) => [
            [accent, ground],
            [strong, ground],
          ]),
          [onAccent, accent],
          [onAccent, strong],
          [onFill, fill],
        ] as [string, string][]
        for (const [text, ground] of pairs) {
          const ratio = contrast(text, ground)
          assert.ok(ratio >= 4.5, `${color} on ${screen}: ${text} on ${ground} is ${ratio.toFixed(2)}`)
        }
      }
    }
  })

  it('equal a colour that is readable', () => {
    assert.equal(deriveAccent('#1c5743').light.accent, '#1c5743')
    assert.equal(deriveAccent('#8fcdb0').dark.accent, '#8fcdb0')
  })

  it('fill main buttons with a vivid light colour itself, on light screens', () => {
    const { light, sepia, dark } = deriveAccent('#fdfc30')
    const others = ['#820ad1', '#ec7000', '#e8f4f8'].map((color) => deriveAccent(color).light.fill)

    assert.equal(light.fill, '#fdfc30')
    assert.deepEqual([sepia.fill, dark.fill, ...others], Array(5).fill(undefined))
  })

  it('are compared by WCAG’s contrast', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
    assert.equal(contrast('#1c5743', '#1c5743'), 1)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areDarkPaints, isDarkInk } from './dark-drawings.ts'

const CLEAR = [0, 0, 0, 0]
const BLACK = [0, 0, 0, 255]
const EDGE = [20, 20, 20, 90]
const SKIN = [222, 180, 150, 255]
const LIGHT = [240, 240, 240, 255]

describe('a picture is a drawing in dark ink', () => {
  for (const [name, pixels, expected] of [
    ['with lines on a transparent background', [...Array(12).fill(CLEAR), BLACK, BLACK, EDGE, EDGE], true],
    ['not with a background of its own', [...Array(12).fill(LIGHT), BLACK, BLACK, BLACK, BLACK], false],
    ['not when it is dark all over', Array(16).fill(BLACK), false],
    ['not in light ink', [...Array(12).fill(CLEAR), LIGHT, LIGHT, LIGHT, LIGHT], false],
    [
      'not when a figure in dark clothes is cut out',
      [...Array(8).fill(CLEAR), ...Array(6).fill(BLACK), SKIN, SKIN],
      false,
    ],
    ['not when there is nothing', Array(16).fill(CLEAR), false],
  ] as const) {
    it(name, () => assert.equal(isDarkInk(pixels.flat()), expected))
  }
})

describe('an inline drawing is in dark ink', () => {
  for (const [name, paints, expected] of [
    ['when its shapes are, as those without a colour of their own', ['rgb(0, 0, 0)', 'none'], true],
    ['not when one is light', ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], false],
    ['not when one is a gradient', ['rgb(0, 0, 0)', 'url("#ceu")'], false],
    ['also around what is transparent', ['rgba(20, 20, 60, 0.9)', 'rgba(0, 0, 0, 0)'], true],
    ['not when nothing is painted', ['none', 'none'], false],
  ] as const) {
    it(name, () => assert.equal(areDarkPaints(paints), expected))
  }
})

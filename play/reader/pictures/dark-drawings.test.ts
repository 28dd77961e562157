import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDarkInk } from './dark-drawings.ts'

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

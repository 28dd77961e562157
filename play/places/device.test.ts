import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deviceOf } from './device.ts'

it('the kind of a device is told by its user agent', () => {
  const kinds = (
    [
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', 5],
      ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5],
      ['Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 5],
      ['Mozilla/5.0 (Linux; Android 16; SM-X910) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 10],
      ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0],
      ['', 0],
    ] as const
  ).map(([userAgent, maxTouchPoints]) => deviceOf({ userAgent, maxTouchPoints }))

  assert.deepEqual(kinds, ['iphone', 'ipad', 'android-phone', 'android-tablet', 'computer', 'computer'])
})

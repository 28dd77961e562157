import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDoubleTap, panBy, WHOLE, type Zoom, zoomBy, zoomByDoubleTap, zoomByKey } from './zoom.ts'

const SIZES = { fitted: { width: 300, height: 150 }, room: { width: 300, height: 600 } }
const key = (name: string) => ({ key: name, altKey: false, metaKey: false, ctrlKey: false })

describe('zooming', () => {
  it('keeps the point under the fingers fixed', () => {
    const at = { x: 60, y: 20 }
    const tall = { fitted: { width: 600, height: 600 }, room: { width: 300, height: 300 } }
    const before: Zoom = { scale: 2, x: -40, y: 12 }

    const after = zoomBy(before, 1.5, at, tall)

    const drawn = ({ scale, x }: Zoom) => (at.x - x) / scale
    assert.equal(after.scale, 3)
    assert.ok(Math.abs(drawn(before) - drawn(after)) < 1e-9)
  })

  it('leaves no gap at an edge, and centres content smaller than the viewport', () => {
    const enlarged = zoomBy(WHOLE, 2, { x: 150, y: 0 }, SIZES)

    assert.deepEqual(enlarged, { scale: 2, x: -150, y: 0 })
    assert.deepEqual(panBy(enlarged, 9999, 9999, SIZES), { scale: 2, x: 150, y: 0 })
    assert.deepEqual(zoomBy(enlarged, 0.1, { x: 0, y: 0 }, SIZES), WHOLE)
  })

  it('zooms to the point of a double tap, and back', () => {
    const isSecond = createDoubleTap()

    assert.deepEqual(
      [0, 200, 250, 900, 1300].map((now) => isSecond({ x: 5, y: 5 }, now)),
      [false, true, false, false, false],
    )
    assert.equal(isSecond({ x: 80, y: 5 }, 1400), false)
    const there = zoomByDoubleTap(WHOLE, { x: 100, y: 0 }, SIZES)
    assert.deepEqual(there, { scale: 2.5, x: -150, y: 0 })
    assert.deepEqual(zoomByDoubleTap(there, { x: 0, y: 0 }, SIZES), WHOLE)
  })

  it('pans with arrow keys only when zoomed, and ignores keys with modifiers', () => {
    const enlarged = zoomByKey(WHOLE, key('+'), SIZES)!

    assert.ok(enlarged.scale > 1)
    assert.equal(zoomByKey(WHOLE, key('ArrowRight'), SIZES), undefined)
    assert.ok(zoomByKey(enlarged, key('ArrowRight'), SIZES)!.x < 0)
    assert.deepEqual(zoomByKey(enlarged, key('-'), SIZES), WHOLE)
    assert.equal(zoomByKey(enlarged, { ...key('-'), ctrlKey: true }, SIZES), undefined)
  })
})

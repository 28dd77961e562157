import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PositionTarget, visibleEntries } from './position.ts'

describe('the entry of the contents that a page belongs to', () => {
  const marks = [undefined, 'CL', 'CLI', 'CLII', 'missing'].map((id, entry) => ({ entry, id }))
  /** A page that begins in CL, and on which CLI begins. */
  const positions = new Map([
    ['CL', 'before'],
    ['CLI', 'within'],
    ['CLII', 'after'],
  ] as const)
  const positionOnPage = (id: string) => positions.get(id as 'CL')
  const visible = (jumpedTo?: PositionTarget['at']) => visibleEntries(marks, positionOnPage, false, jumpedTo)

  it('is the one at its top', () => {
    assert.deepEqual(visible(), { entry: 1, next: 'CLI' })
    assert.deepEqual(visible({ progression: 0.5 }), { entry: 1, next: 'CLI' })
  })

  it('is the one that the member chose, if it begins there', () => {
    assert.deepEqual(visible({ id: 'CLI' }), { entry: 2, next: 'CLII' })
    assert.deepEqual(visible({ id: 'CL' }), { entry: 1, next: 'CLI' })
    assert.deepEqual(visible('start'), { entry: 0, next: 'CL' })
    assert.deepEqual(visible({ id: 'CLII' }), { entry: 1, next: 'CLI' })
    assert.deepEqual(visible({ id: 'note-3' }), { entry: 1, next: 'CLI' })
  })

  it('is the first of a chapter, below a picture on its first page', () => {
    const below = marks.slice(2)

    assert.deepEqual(visibleEntries(below, positionOnPage, true, undefined), { entry: 2, next: 'CLII' })
    assert.deepEqual(visibleEntries(below, positionOnPage, false, undefined), { entry: undefined, next: 'CLI' })
  })
})

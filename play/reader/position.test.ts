import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Target, visibleEntries } from './position.ts'

describe('the entry of the contents that a page belongs to', () => {
  const marks = [undefined, 'CL', 'CLI', 'CLII', 'missing'].map((id, entry) => ({ entry, id }))
  /** A page on which CL and CLI begin. */
  const visible = (jumpedTo?: Target['at']) =>
    visibleEntries(marks, (id) => (id === 'missing' ? undefined : id !== 'CLII'), jumpedTo)

  it('is the last that begins there', () => {
    assert.deepEqual(visible(), { entry: 2, next: 'CLII' })
    assert.deepEqual(visible({ progression: 0.5 }), { entry: 2, next: 'CLII' })
  })

  it('is the one that the member chose, if it begins there', () => {
    assert.deepEqual(visible({ id: 'CL' }), { entry: 1, next: 'CLI' })
    assert.deepEqual(visible('start'), { entry: 0, next: 'CL' })
    assert.deepEqual(visible({ id: 'CLII' }), { entry: 2, next: 'CLII' })
    assert.deepEqual(visible({ id: 'note-3' }), { entry: 2, next: 'CLII' })
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { watchSelection } from './selection.ts'

// iOS redraws its own menu when a page reacts while the handles are being moved.
it('a selection by touch is reported once, when it settles, and not cleared while it grows', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let letters = 0
  const selection = {
    rangeCount: 1,
    get isCollapsed() {
      return letters === 0
    },
    getRangeAt: () => letters,
  }
  const page = Object.assign(new EventTarget(), { getSelection: () => selection }) as unknown as Document
  const reported: unknown[] = []
  const pointer = { isPressed: false, isTouch: false, actedAt: 0 }
  watchSelection(page, pointer, {
    onSettled: (range) => reported.push([range, pointer.isTouch]),
    onGone: () => reported.push('gone'),
  })

  page.dispatchEvent(Object.assign(new Event('pointerdown'), { pointerType: 'touch' }))
  for (letters = 1; letters < 8; letters++) {
    page.dispatchEvent(new Event('selectionchange'))
    mock.timers.tick(100)
  }
  page.dispatchEvent(new Event('pointercancel'))
  mock.timers.tick(1000)
  letters = 0
  page.dispatchEvent(new Event('selectionchange'))

  assert.deepEqual(reported, [[8, true], 'gone'])
})

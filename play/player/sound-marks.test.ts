import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Manifest } from '@estante/contract/manifest.ts'
import { contentOf, moveEdge } from './sound-marks.ts'

const MANIFEST = {
  metadata: { title: 'O farol', duration: 100 },
  readingOrder: [{ href: 'audio.m4a', type: 'audio/mp4', duration: 100 }],
} as unknown as Manifest
const CHAPTERS = [{ title: 'Um', start: 0, end: 100, depth: 0 }]

describe('an annotation of the sound', () => {
  it('is a bookmark at a point, a clip with a length, and a comment with a note', () => {
    const kinds = [
      contentOf({ start: 12.3456, end: 12.3456 }, '', MANIFEST, CHAPTERS, 3),
      contentOf({ start: 10, end: 20 }, ' ', MANIFEST, CHAPTERS, 3),
      contentOf({ start: 10, end: 20 }, ' ver de novo ', MANIFEST, CHAPTERS, 3),
    ]

    assert.deepEqual(
      kinds.map(({ motivation, color, note, start, end }) => [motivation, color, note, start, end]),
      [
        ['bookmarking', null, null, 12_346, 12_346],
        ['highlighting', 'yellow', null, 10_000, 20_000],
        ['commenting', 'yellow', 'ver de novo', 10_000, 20_000],
      ],
    )
    assert.deepEqual([kinds[1]!.locator.locations.time, kinds[1]!.locator.title], [10, 'Um'])
  })

  it('stays within the book, and its ends in order', () => {
    const interval = { start: 3, end: 98 }

    assert.deepEqual(moveEdge(interval, 'start', -5, 100), { start: 0, end: 98 })
    assert.deepEqual(moveEdge(interval, 'end', 5, 100), { start: 3, end: 100 })
    assert.deepEqual(moveEdge({ start: 10, end: 12 }, 'start', 5, 100), { start: 12, end: 12 })
  })
})

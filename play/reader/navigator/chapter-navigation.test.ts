import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Manifest } from '@estante/contract/manifest.ts'
import { createChapterCache } from './chapter-cache.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import { createChapterNavigation } from './chapter-navigation.ts'
import type { CurrentChapter } from './current-chapter.ts'
import { frameDrawn } from './frame-drawn.ts'

describe('a jump right after another', () => {
  it('shows a chapter that stays, although the one before is still drawn while it loads', async (test) => {
    Object.assign(globalThis, { requestAnimationFrame: setImmediate })
    test.after(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'))
    const far = Promise.withResolvers<ChapterFrame>()
    const removed: number[] = []
    const frameOf = (chapter: number) => ({ remove: () => removed.push(chapter) }) as unknown as ChapterFrame
    const chapters = createChapterCache(9, async (chapter) => (chapter === 8 ? far.promise : frameOf(chapter)))
    const shown: number[] = []
    const visible = {
      flushTurn() {},
      clearFlash() {},
      isWide: () => false,
      show: ({ chapter }: { chapter: number }) => void shown.push(chapter),
      current: () => ({ pages: [{ chapter: shown.at(-1) }] }),
    } as unknown as CurrentChapter
    const listeners = { onBookEnd() {}, onBusy() {}, onProblem: assert.fail }
    const manifest = { metadata: {}, readingOrder: Array(9).fill({}) } as unknown as Manifest
    const navigation = createChapterNavigation(manifest, chapters, visible, new AbortController().signal, listeners)

    await navigation.goTo({ chapter: 1, at: 'start' })
    const arriving = navigation.goTo({ chapter: 8, at: 'start' })
    await frameDrawn()
    far.resolve(frameOf(8))
    await arriving
    await frameDrawn()
    await frameDrawn()

    assert.deepEqual([shown, removed], [[1, 8], [1]])
  })
})

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Manifest } from '@estante/contract/manifest.ts'
import { createChapterCache } from './chapter-cache.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import { createChapterNavigation } from './chapter-navigation.ts'
import type { CurrentChapter } from './current-chapter.ts'
import { frameDrawn } from './frame-drawn.ts'

describe('a jump', () => {
  it('shows a chapter that stays, although the one before is still drawn while it loads', async (test) => {
    const { navigation, far, shown, removed } = startNavigation(test)

    await navigation.goTo({ chapter: 1, at: 'start' })
    const arriving = navigation.goTo({ chapter: FAR, at: 'start' })
    await frameDrawn()
    far.resolve()
    await arriving
    await frameDrawn()
    await frameDrawn()

    assert.deepEqual([shown, removed], [[1, FAR], [1]])
  })

  it('turns the pages that were turned while its chapter was loading', async (test) => {
    const { navigation, far, shown, pages } = startNavigation(test)
    await navigation.goTo({ chapter: 1, at: 'start' })

    const arriving = navigation.goTo({ chapter: FAR, at: 'start' })
    void navigation.turn(1)
    void navigation.turn(1)
    far.resolve()
    await arriving

    assert.deepEqual(
      [shown, pages],
      [
        [1, FAR],
        [1, 1],
      ],
    )
  })
})

const FAR = 8

/** A book of nine chapters, of which chapter `FAR` loads once `far` is resolved. Collects what is shown and turned. */
function startNavigation(test: TestContext) {
  Object.assign(globalThis, { requestAnimationFrame: setImmediate })
  test.after(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'))
  const far = Promise.withResolvers<void>()
  const removed: number[] = []
  const shown: number[] = []
  const pages: number[] = []
  const frameOf = (chapter: number) =>
    ({ remove: () => removed.push(chapter), hasPages: () => true }) as unknown as ChapterFrame
  const chapters = createChapterCache(9, async (chapter) => {
    if (chapter === FAR) await far.promise
    return frameOf(chapter)
  })
  const visible = {
    flushTurn() {},
    clearFlash() {},
    isWide: () => false,
    show: ({ chapter }: { chapter: number }) => void shown.push(chapter),
    async turn(by: number) {
      pages.push(by)
    },
    current: () => ({ frame: frameOf(shown.at(-1)!), pages: [{ chapter: shown.at(-1) }] }),
  } as unknown as CurrentChapter
  const listeners = { onBookEnd() {}, onBusy() {}, onProblem: assert.fail }
  const manifest = { metadata: {}, readingOrder: Array(9).fill({}) } as unknown as Manifest
  const navigation = createChapterNavigation(manifest, chapters, visible, new AbortController().signal, listeners)
  return { navigation, far, shown, removed, pages }
}

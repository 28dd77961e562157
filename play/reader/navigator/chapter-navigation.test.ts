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
    const { navigation, far, displayed, removed } = startNavigation(test)

    await navigation.goTo({ chapter: 1, at: 'start' })
    const arriving = navigation.goTo({ chapter: FAR, at: 'start' })
    await frameDrawn()
    far.resolve()
    await arriving
    await frameDrawn()
    await frameDrawn()

    assert.deepEqual([displayed, removed], [[1, FAR], [1]])
  })

  it('turns the pages that were turned while its chapter was loading', async (test) => {
    const { navigation, far, displayed, pages } = startNavigation(test)
    await navigation.goTo({ chapter: 1, at: 'start' })

    const arriving = navigation.goTo({ chapter: FAR, at: 'start' })
    void navigation.turn(1)
    void navigation.turn(1)
    far.resolve()
    await arriving

    assert.deepEqual(
      [displayed, pages],
      [
        [1, FAR],
        [1, 1],
      ],
    )
  })
})

const FAR = 8

/**
 * A book of nine chapters, of which chapter `FAR` loads once `far` is resolved. Collects the displayed chapters and the
 * turned pages.
 */
function startNavigation(test: TestContext) {
  Object.assign(globalThis, { requestAnimationFrame: setImmediate })
  test.after(() => Reflect.deleteProperty(globalThis, 'requestAnimationFrame'))
  const far = Promise.withResolvers<void>()
  const removed: number[] = []
  const displayed: number[] = []
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
    show: ({ chapter }: { chapter: number }) => void displayed.push(chapter),
    async turn(by: number) {
      pages.push(by)
    },
    current: () => ({ frame: frameOf(displayed.at(-1)!), pages: [{ chapter: displayed.at(-1) }] }),
  } as unknown as CurrentChapter
  const listeners = { onBookEnd() {}, onBusy() {}, onProblem: assert.fail }
  const manifest = { metadata: {}, readingOrder: Array(9).fill({}) } as unknown as Manifest
  const navigation = createChapterNavigation(manifest, chapters, visible, new AbortController().signal, listeners)
  return { navigation, far, displayed, removed, pages }
}

import type { FrameLocator, Page } from '@playwright/test'

/** The chapter the reader shows; those it holds ready beside it are inert. */
export function chapterOf(view: FrameLocator | Page): FrameLocator {
  return view.frameLocator('iframe:not([inert])')
}

/** Words at three heights of the page on show. */
export function wordsOnShow(view: FrameLocator | Page): Promise<string> {
  return chapterOf(view)
    .locator('body')
    .evaluate(() =>
      [0.25, 0.5, 0.75]
        .map((height) => {
          const caret = document.caretRangeFromPoint(innerWidth / 2, innerHeight * height)
          return caret?.startContainer.textContent?.slice(caret.startOffset, caret.startOffset + 40)
        })
        .join(' … '),
    )
}

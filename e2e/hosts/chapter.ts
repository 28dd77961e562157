import type { FrameLocator, Page } from '@playwright/test'

/** The visible chapter of the reader; preloaded ones are inert. */
export function chapterOf(view: FrameLocator | Page): FrameLocator {
  return view.frameLocator('iframe[data-current]')
}

/** Reads the text of the visible page. */
export function visibleText(view: FrameLocator | Page): Promise<string> {
  return readChapter(view, 'body', readVisibleText)
}

/**
 * Reads the first such element of the visible chapter. Retries when the chapter is unloaded meanwhile: the frame of a
 * long one is replaced when its text is laid out again.
 */
export async function readChapter<T>(
  view: FrameLocator | Page,
  selector: string,
  read: (element: HTMLElement) => T,
): Promise<T> {
  for (;;) {
    try {
      return await chapterOf(view).locator(selector).first().evaluate(read)
    } catch (problem) {
      if (!/detached|destroyed/.test(String(problem))) throw problem
    }
  }
}

/** Runs in the chapter, or in the page that has it. */
export function readVisibleText(body: HTMLElement): string {
  const page = body.ownerDocument
  const { innerWidth } = page.defaultView!
  const texts = page.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const word = page.createRange()
  const words: string[] = []
  while (texts.nextNode()) {
    word.selectNodeContents(texts.currentNode)
    const all = word.getBoundingClientRect()
    if (all.right < 0 || all.left > innerWidth) continue
    for (const { 0: letters, index } of texts.currentNode.textContent?.matchAll(/\S+/g) ?? []) {
      word.setStart(texts.currentNode, index)
      word.setEnd(texts.currentNode, index + letters.length)
      const { left, right } = word.getBoundingClientRect()
      if (left >= 0 && right <= innerWidth && right > left) words.push(letters)
    }
  }
  return words.join(' ')
}

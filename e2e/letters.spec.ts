import { drawTrial } from './letters/generated.ts'
import { openTrials, type Trials } from './letters/trials.ts'
import { test as base, expect } from './test.ts'

/** Of `npm run letters`, which tries a thousand: with these, every writing, size and mode. */
const SEEDS = 12

base.describe.configure({ timeout: 180_000 })

const test = base.extend<{ trials: Trials }>({
  trials: async ({ page }, use) => {
    const trials = await openTrials(async (url) => {
      await page.goto(url)
      return () => page.goto('about:blank').then(() => {})
    })
    await use(trials)
    await trials.close()
  },
})

test('every letter of a chapter is on a page that turning reaches and that its place returns to', async ({
  trials,
}) => {
  const failed: string[] = []

  for (let seed = 1; seed <= SEEDS; seed++) {
    const { letters, problems } = await trials.tryChapter(drawTrial(seed))
    expect(letters).toBeGreaterThan(0)
    for (const problem of problems) failed.push(`npm run letters -- --seed ${seed}: ${problem}`)
  }

  expect(failed).toEqual([])
})

test('a chapter of running text in a book of fixed pages is read in pages', async ({ trials }) => {
  const trial = { ...drawTrial(2), width: 390, height: 844 }

  const asTheBook = await trials.tryChapter(trial, { book: 'fixed' })
  const asText = await trials.tryChapter(trial, { book: 'fixed', chapter: 'reflowable' })

  expect(asTheBook.pages).toBe(1)
  expect(asText.pages).toBeGreaterThan(1)
  expect(asText.problems).toEqual([])
})

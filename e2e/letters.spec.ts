import { drawTrial } from './letters/generated.ts'
import { openTrials } from './letters/trials.ts'
import { expect, test } from './test.ts'

/** Of `npm run letters`, which tries a thousand: with these, every writing, size and mode. */
const SEEDS = 12

test.describe.configure({ timeout: 180_000 })

test('every letter of a chapter is on a page that turning reaches and that its place returns to', async ({ page }) => {
  const trials = await openTrials(async (url) => {
    await page.goto(url)
    return () => page.goto('about:blank').then(() => {})
  })
  const failed: string[] = []

  for (let seed = 1; seed <= SEEDS; seed++) {
    const { letters, problems } = await trials.tryChapter(drawTrial(seed))
    expect(letters).toBeGreaterThan(0)
    for (const problem of problems) failed.push(`npm run letters -- --seed ${seed}: ${problem}`)
  }
  await trials.close()

  expect(failed).toEqual([])
})

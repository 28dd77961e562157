import { CONSTRUCTS, LATE_RULES, PAGE_RULES } from './letters/constructs.ts'
import { drawTrial, type LetterTrial } from './letters/generated.ts'
import { drawn, openTrials, problemsOf, spreads, type Trials, withConstructs, withRules } from './letters/trials.ts'
import { test as base, expect } from './test.ts'

/** Seeds of short chapters of `npm run letters`: they cover every writing mode, paged and scrolled, and every size. */
const SEEDS = [2, 5, 6, 13, 15, 17, 27]
/**
 * Seeds of chapters that lost letters: a drop capital in vertical lines, huge type before negative margins, a scrolling
 * table in a wide box.
 */
const MENDED = [5038, 30, 260]

const CONSTRUCTS_IN_A_CHAPTER = 8

// In one worker, so that the test page is bundled once.
base.describe.configure({ timeout: 180_000, mode: 'default' })

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

test('every letter is on a page that is reached by turning and restored from its place', async ({ trials }) => {
  expect(await problemsOf(trials, drawn([...SEEDS, ...MENDED]))).toEqual([])
})

test('every letter is on a page, with any layout construct', async ({ trials }) => {
  const names = Object.keys(CONSTRUCTS)
  const chapters: Record<string, LetterTrial> = {}
  for (let index = 0; index < names.length; index += CONSTRUCTS_IN_A_CHAPTER) {
    Object.assign(chapters, withConstructs(names.slice(index, index + CONSTRUCTS_IN_A_CHAPTER), index))
  }

  expect(await problemsOf(trials, chapters)).toEqual([])
})

test('every letter is on a page, with any style of the whole page', async ({ trials }) => {
  expect(await problemsOf(trials, withRules([...PAGE_RULES, ...LATE_RULES]))).toEqual([])
})

test('every letter is on a page, with the widest spaces that a member can choose', async ({ trials }) => {
  const widest = { lineSpacing: 250, paragraphSpacing: 300, wordSpacing: 40, letterSpacing: 20 }
  const chapters = Object.entries(drawn(SEEDS)).map(([name, trial]) => [
    name,
    { ...trial, appearance: { ...trial.appearance, ...widest } },
  ])

  expect(await problemsOf(trials, Object.fromEntries(chapters))).toEqual([])
})

test('every letter is on a page, on spreads of any length', async ({ trials }) => {
  expect(await problemsOf(trials, spreads())).toEqual([])
})

test('a reflowable chapter in a fixed-layout book is paginated', async ({ trials }) => {
  const trial = { ...drawTrial(2), width: 390, height: 844 }

  const asTheBook = await trials.tryChapter(trial, { book: 'fixed' })
  const asText = await trials.tryChapter(trial, { book: 'fixed', chapter: 'reflowable' })

  expect(asTheBook.pages).toBe(1)
  expect(asText.pages).toBeGreaterThan(1)
  expect(asText.problems).toEqual([])
})

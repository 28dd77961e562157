import { type Block, type Chapter, smallerChapters } from './chapter.ts'
import { bookOf, drawTrial, type Layouts, type LetterTrial } from './generated.ts'
import type { ChapterJob, Outcome } from './job.ts'
import { type Answer, type LettersServer, startLettersServer } from './server.ts'

const LIMIT_MS = 120_000
/** Page starts that a trial returns to: each return lays the chapter out again. */
export const MANY_RETURNS = 24
/** The pages that `npm test` returns to. `npm run letters` returns to more. */
const FEW_RETURNS = 4

/** Opens a browser at an address. Returns a function that closes it. */
type OpenBrowser = (url: string) => Promise<() => Promise<void>>

export interface Trials {
  /** Pages through a chapter. Replaces a browser that stops responding. */
  run(job: ChapterJob, returns?: number): Promise<Outcome>
  tryChapter(trial: LetterTrial, layouts?: Layouts, returns?: number): Promise<Outcome>
  /** Shrinks a failing trial's chapter while it still fails. */
  shrink(trial: LetterTrial): Promise<LetterTrial>
  close(): Promise<void>
}

/** Opens a browser that pages through chapters. `find` returns files of books by path. */
export async function openTrials(
  openBrowser: OpenBrowser,
  find: (path: string) => Promise<Answer | undefined> = async () => undefined,
): Promise<Trials> {
  let files: Record<string, Answer> = {}
  const server: LettersServer = await startLettersServer(async (path) => files[path] ?? (await find(path)))
  let endBrowser = await openBrowser(server.url)
  let books = 0

  async function run(job: ChapterJob, returns = MANY_RETURNS): Promise<Outcome> {
    try {
      return await server.run({ ...job, returns }, LIMIT_MS)
    } catch (problem) {
      await endBrowser()
      endBrowser = await openBrowser(server.url)
      const problems = [problem instanceof Error ? problem.message : String(problem)]
      return { id: 0, letters: 0, pictures: 0, pages: 0, unreached: 0, problems, milliseconds: LIMIT_MS }
    }
  }

  function tryChapter(trial: LetterTrial, layouts: Layouts = {}, returns = MANY_RETURNS) {
    const book = bookOf(trial, `book-${++books}`, layouts)
    files = book.files
    return run(book.job, returns)
  }

  async function shrink(trial: LetterTrial): Promise<LetterTrial> {
    for (const chapter of smallerChapters(trial.chapter)) {
      const smaller = { ...trial, chapter }
      const { problems } = await tryChapter(smaller)
      if (problems.length > 0) return shrink(smaller)
    }
    return trial
  }

  return {
    run,
    tryChapter,
    shrink,
    async close() {
      await server.close()
      await endBrowser()
    },
  }
}

/** A trial of a chapter that is not drawn, on a page of this size. */
function trialOf(chapter: Partial<Chapter>, size: Pick<LetterTrial, 'width' | 'height'>): LetterTrial {
  return {
    seed: 0,
    ...size,
    appearance: { flow: 'pages' },
    chapter: { writing: 'left-to-right', pageRules: [], blocks: [], ...chapter },
  }
}

/** Trials of plain text in two columns, of lengths that end in either column, near its start and its end. */
export function spreads(): Record<string, LetterTrial> {
  return Object.fromEntries(
    [5, 6, 7, 8, 9].map((paragraphs) => [
      `a spread of ${paragraphs} paragraphs`,
      trialOf({ blocks: [{ letters: Array(paragraphs).fill(400), from: 1 }] }, { width: 1280, height: 800 }),
    ]),
  )
}

/** A trial of a title at the foot of a page, whose text stayed there in WebKit when its margins were overridden. */
export function titleAtFoot(): Record<string, LetterTrial> {
  const block = (construct: string, inside: Block[]) => ({ construct, declared: 'in a sheet' as const, inside })
  const formula = block('wide formula', [{ letters: [8], from: 1 }])
  const trial = trialOf(
    {
      pageRules: ['h2 { margin: 16px 0 0.45em; font-size: 1.17em }'],
      blocks: [{ letters: [8, 8], from: 1 }, block('plain', [block('heading', [formula])])],
    },
    { width: 740, height: 360 },
  )
  return { 'a title at the foot of a page': { ...trial, appearance: { flow: 'pages', size: 250, align: 'justify' } } }
}

/** A page of about 250 letters. A paragraph is shorter than the page, or longer. */
const SMALL_PAGE = { width: 320, height: 480 }
const LETTERS = [90, 300]

/** A trial of one chapter with each of these layout constructs, around text that begins at `from` in the vocabulary. */
export function withConstructs(names: string[], from = 1): Record<string, LetterTrial> {
  const inside = [{ letters: LETTERS, from }]
  const blocks = names.map((construct) => ({ construct, declared: 'in a sheet' as const, inside }))
  return { [names.join(', ')]: trialOf({ blocks }, SMALL_PAGE) }
}

/** Trials of several small pages, each with one of these styles for the whole page. */
export function withRules(rules: string[]): Record<string, LetterTrial> {
  const inside = [{ letters: LETTERS, from: 1 }]
  const blocks = ['plain', 'first letter'].map((construct) => ({ construct, declared: 'in a sheet' as const, inside }))
  return Object.fromEntries(rules.map((rule) => [rule, trialOf({ pageRules: [rule], blocks }, SMALL_PAGE)]))
}

/** The trials that `npm run letters` generates from these seeds. */
export function drawn(seeds: number[]): Record<string, LetterTrial> {
  return Object.fromEntries(seeds.map((seed) => [`npm run letters -- --seed ${seed}`, drawTrial(seed)]))
}

/** Turns through chapters and collects their problems; a chapter without letters is one. */
export async function problemsOf(
  trials: Trials,
  chapters: Record<string, LetterTrial>,
  returns = FEW_RETURNS,
): Promise<string[]> {
  const found: string[] = []
  for (const [name, trial] of Object.entries(chapters)) {
    const { letters, problems } = await trials.tryChapter(trial, {}, returns)
    if (letters === 0) found.push(`${name}: has no letters`)
    for (const problem of problems) found.push(`${name}: ${problem}`)
  }
  return found
}

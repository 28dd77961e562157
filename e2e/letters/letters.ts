import { parseArgs } from 'node:util'
import { enginesByName } from '../engines/installed.ts'
import { openBooks } from './books.ts'
import { bookOf, drawTrial, type LetterTrial } from './generated.ts'
import type { Outcome } from './job.ts'
import { openTrials } from './trials.ts'

/*
 * `npm run letters` pages through a thousand generated chapters in a browser: every letter must be on a page, each page
 * must lead to the next, and every page start must return to its page. Prints failures with their seed, and statistics.
 *
 *   npm run letters -- --engine firefox       # or another of engines/installed.ts; the default is chromium
 *   npm run letters -- --chapters 50 --from 7 # other seeds
 *   npm run letters -- --seed 123             # one chapter, shrunk while it fails, and printed
 *   npm run letters -- books/ novel.epub      # the chapters of these books instead
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'chromium' },
    chapters: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
})

const openEngine = enginesByName[values.engine]
if (!openEngine) {
  const installed = Object.keys(enginesByName).filter((name) => enginesByName[name])
  throw new Error(`Of engines there are on this machine: ${installed.join(', ')}`)
}

const books = await openBooks(positionals)
const trials = await openTrials(async (url) => {
  const engine = await openEngine()
  await engine.open(url)
  return engine.close
}, books.find)
try {
  if (positionals.length > 0) await tryBooks()
  else if (values.seed !== undefined) await tryOne(Number(values.seed))
  else await tryDrawn(Number(values.from), Number(values.chapters))
} finally {
  await trials.close()
  await books.close()
}

async function tryDrawn(from: number, chapters: number) {
  const count = createCount()
  const failed: number[] = []
  for (let seed = from; seed < from + chapters; seed++) {
    const trial = drawTrial(seed)
    const outcome = await trials.tryChapter(trial)
    count.add(outcome)
    if (outcome.problems.length > 0) failed.push(seed)
    report(`seed ${seed}, ${trial.chapter.writing}`, trial, outcome)
  }
  console.log(`\nSeeds ${from} to ${from + chapters - 1}${failed.length > 0 ? `; failed: ${failed.join(' ')}` : ''}`)
  count.print()
}

async function tryBooks() {
  const count = createCount()
  for await (const job of books.chapters()) {
    const outcome = await trials.run(job)
    count.add(outcome)
    report(job.name, job, outcome)
  }
  count.print()
}

async function tryOne(seed: number) {
  const trial = drawTrial(seed)
  const outcome = await trials.tryChapter(trial)
  report(`seed ${seed}, ${trial.chapter.writing}`, trial, outcome)
  if (outcome.problems.length === 0) {
    return console.log(`Seed ${seed} holds: ${outcome.letters} letters, ${outcome.pages} pages.`)
  }
  const least = await trials.shrink(trial)
  report('as little as fails', least, await trials.tryChapter(least))
  console.log(bookOf(least, 'book').source)
}

function createCount() {
  const startedAt = performance.now()
  const sum = { chapters: 0, letters: 0, pictures: 0, pages: 0, unreached: 0, failed: 0 }
  return {
    add({ letters, pictures, pages, unreached, problems }: Outcome) {
      sum.chapters++
      sum.letters += letters
      sum.pictures += pictures
      sum.pages += pages
      sum.unreached += unreached
      if (problems.length > 0) sum.failed++
    },
    print() {
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(`${sum.chapters} chapters in ${values.engine}, in ${seconds} s
${sum.letters} letters and ${sum.pictures} pictures on ${sum.pages} pages, ${sum.unreached} of them on none
${sum.failed} chapters failed`)
    },
  }
}

function report(
  name: string,
  { width, height, appearance }: Pick<LetterTrial, 'width' | 'height' | 'appearance'>,
  outcome: Outcome,
) {
  if (process.env.LETTERS_TIMES) console.log(`${outcome.milliseconds} ms, ${outcome.pages} pages: ${name}`)
  if (outcome.problems.length === 0) return
  process.exitCode = 1
  console.log(`✖ ${name} (${width} × ${height}, ${appearance.flow}, ${appearance.size} %)`)
  for (const problem of outcome.problems.slice(0, 4)) console.log(`    ${problem}`)
}

import { globSync, readFileSync } from 'node:fs'

/*
 * Checks that every file of ours named in backticks in a document or a comment exists, by its whole path or the end of
 * it (`previews/preview.ts`). Prints each that does not; fails if there is one.
 */

/** A bare Debian has no git. */
const files = globSync('**/*.*', { exclude: (name) => /^(?:node_modules|dist|data|coverage|test-results)$/.test(name) })
const PATH = /`((?:[\w@.-]+\/)*[\w-][\w.-]*\.(?:css|kt|md|sql|ts|tsx))(?::\d+)?`/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g

const missing = files
  .filter((file) => /\.(?:md|tsx?)$/.test(file))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const prose = file.endsWith('.md') ? text : (text.match(COMMENT) ?? []).join('\n')
    return [...prose.matchAll(PATH)].map(([, path = '']) => ({ file, path }))
  })
  .filter(({ path }) => !files.some((one) => `/${one}`.endsWith(`/${path.replace(/^(?:\.\.?\/)+/, '')}`)))
const faults = new Set(missing.map(({ file, path }) => `${file} names \`${path}\`, which does not exist.`))
for (const fault of faults) console.error(fault)
if (missing.length > 0) process.exitCode = 1

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { startPostgres } from '@estante/server/test/postgres-server.ts'
import { roomyFolder } from '@estante/server/test/roomy-folder.ts'
import { startService } from '@estante/server/test/running-service.ts'

/*
 * `npm test`: everything, on a fresh machine: format, lint, types and imports; the tests beside the code, those that SQL
 * decides on PostgreSQL as well; both web apps in a real browser. Ends with a line such as `128 passed, 0 failed`.
 * `npm test -- server/usage`: only the tests of a folder, or of several.
 * `npm run coverage`: the tests beside the code on the embedded database alone, and what they cover.
 */

/** Longest a process of tests may take, so that one that hangs ends: many times what any takes. */
const PROCESS_TIMEOUT_MS = 900_000
/** More than the cores of a small machine: many tests wait for a process, a disk or a clock. */
const LANES = 4
/** Of these, as many as the browser's tests take while they last. */
const BROWSER_LANES = 2
/** Loading the server takes longer than most test files: about so many share a process. */
const FILES_A_PROCESS = 48
/**
 * Each test makes an application and throws it away: with a larger nursery (V8's semi-space, in MiB) most of it dies there,
 * and little is copied.
 */
const NURSERY = ['--min-semi-space-size=32', '--max-semi-space-size=64']
/** So many of the files that took longest are named at the end. */
const SLOWEST = 10
/** So many lines of an error are repeated there. */
const ERROR_LINES = 8
/** Memory that temporary files may take. Without as much to spare they are on the disk. */
const MEMORY_BYTES = 4 * 2 ** 30

/** What SQL decides, and so runs on PostgreSQL as well: races, rules in `where` clauses, reports, migrations, commands. */
const DECIDED_BY_SQL =
  /^server\/(activity|admins|annotations|audit|catalog|credentials|db|first-steps|launches|library|lists|members|partners|preferences|previews|queue|request-log|sweep|team|usage)\/(?!edition|password-reset|sign-in|title-routes)|^server\/(cli\/(doctor|migrate-to|restore)|http\/(health|rate-limit)|imports\/worker\/processes|publications\/available|storage\/folder-ledger)\.test\.ts$/

const isForCoverage = process.argv.includes('--coverage')
const folders = process.argv
  .slice(2)
  .filter((word) => word !== '--coverage')
  .map((folder) => folder.replace(/\/*$/, '/'))
const isWanted = (file: string) => folders.length === 0 || folders.some((folder) => `${file}/`.startsWith(folder))
const files = globSync('*/**/*.test.ts', { exclude: (name) => /node_modules|dist|^e2e/.test(name) })
  .filter(isWanted)
  .sort()
const inBrowser = isWanted('e2e/') && !isForCoverage

const work = mkdtempSync(join(roomyFolder(MEMORY_BYTES), 'estante-tests-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
// PostgreSQL reads its data there as another user.
chmodSync(work, 0o755)
process.env.TMPDIR = work
// Many processes load the same modules: each is read and compiled once.
process.env.NODE_COMPILE_CACHE = join(work, 'compiled')

// The service answers with both web apps, and the baseline is looked for in what is built.
if (inBrowser || files.some((file) => /^(?:server|scripts)\//.test(file))) build()

const counts = { passed: 0, failed: 0 }
/** The tests that failed, named again at the end: their reports stand far above. */
const failures: string[] = []
/** Milliseconds that each file took. */
const durations = new Map<string, number>()
if (isForCoverage) await measureCoverage()
else await testAll()
const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, SLOWEST)
console.log(`\nSlowest\n${slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`).join('\n')}`)
if (failures.length > 0) console.log(`\nFailed\n${failures.join('\n')}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
if (counts.failed > 0) process.exitCode = 1

async function testAll(): Promise<void> {
  // These wait for clocks more than they work: they begin first, and each has its process.
  const faults = files.filter((file) => file.startsWith('faults/')).map((file) => [file])
  const others = files.filter((file) => !file.startsWith('faults/'))
  const onPostgres = others.filter((file) => DECIDED_BY_SQL.test(file))
  const postgres = onPostgres.length > 0 ? startPostgres() : undefined
  if (inBrowser || files.some((file) => /^(?:faults|server)\//.test(file))) await fillCompileCache()
  const queue = [
    ...(folders.length === 0 ? [check] : []),
    ...faults.map((group) => () => testTogether(group)),
    // The longest of the others before them, so that the lanes end at about the same time.
    ...inGroups(onPostgres).map((group) => async () => testTogether(group, (await postgres)?.url)),
    ...inGroups(others).map((group) => () => testTogether(group)),
  ]
  try {
    await Promise.all([
      runLanes(LANES - BROWSER_LANES, queue),
      (inBrowser ? testInBrowser() : Promise.resolve()).then(() => runLanes(BROWSER_LANES, queue)),
    ])
  } finally {
    await (await postgres)?.stop()
  }
}

/** Takes pieces of work from the front of a queue, so many at once, until there is none. */
async function runLanes(count: number, queue: (() => Promise<void>)[]): Promise<void> {
  const lanes = Array.from({ length: count }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next()
  })
  await Promise.all(lanes)
}

/** Starts the service once, and stops it: a process that is killed, as many of the tests' are, leaves nothing in the cache. */
async function fillCompileCache(): Promise<void> {
  const service = await startService({ DATA_DIR: join(work, 'data'), DATABASE_URL: '', LOG_LEVEL: 'silent' })
  service.kill('SIGTERM')
  await service.exit
}

/** Deals files out to groups of about the same size, so that the slow ones of a folder do not meet in one. */
function inGroups(all: string[]): string[][] {
  const count = Math.ceil(all.length / FILES_A_PROCESS)
  return Array.from({ length: count }, (_, index) => all.filter((_, place) => place % count === index))
}

/** Runs test files in one process, on PostgreSQL when its address is given, and prints the report when it is over. */
async function testTogether(group: string[], databaseUrl?: string): Promise<void> {
  const where = databaseUrl ? 'postgresql' : 'embedded'
  const events = run({
    files: [writeEntry(where, group)],
    execArgv: NURSERY,
    timeout: PROCESS_TIMEOUT_MS,
    ...(databaseUrl && { env: { ...process.env, TEST_DATABASE_URL: databaseUrl } }),
  })
  count(events, where)
  let report = databaseUrl ? '\nOn PostgreSQL\n' : ''
  for await (const text of events.compose(spec)) report += text
  process.stdout.write(report)
}

function count(events: ReturnType<typeof run>, where: string): void {
  events.on('test:pass', ({ details, skip, nesting, file }) => {
    if (details.type !== 'suite' && !skip) counts.passed++
    if (nesting === 0 && file) note(`${relative('.', file)} (${where})`, details.duration_ms)
  })
  events.on('test:fail', ({ name, file, details }) => {
    if (details.type !== 'suite')
      fail(`${relative('.', file ?? '')} (${where}): ${name}`, details.error.cause ?? details.error)
  })
}

/** Counts a failure, and keeps its name and the beginning of its error for the end. */
function fail(name: string, error: unknown): void {
  counts.failed++
  const lines = stripVTControlCharacters(String(error instanceof Error ? error.message : error)).split('\n')
  failures.push([`  ${name}`, ...lines.slice(0, ERROR_LINES).map((line) => `      ${line}`)].join('\n'))
}

function note(file: string, ms: number): void {
  durations.set(file, (durations.get(file) ?? 0) + ms)
}

/** Runs the tests on the embedded database, and prints how many lines and branches of each workspace they reach. */
async function measureCoverage(): Promise<void> {
  const events = run({
    files: inGroups(files).map((group) => writeEntry('embedded', group)),
    concurrency: LANES,
    timeout: PROCESS_TIMEOUT_MS,
    coverage: true,
    coverageExcludeGlobs: [
      '**/*.test.ts',
      '**/test/**',
      '**/fixtures/**',
      '**/dist/**',
      '{e2e,faults,scripts}/**',
      `${work}/**`,
    ],
  })
  count(events, 'embedded')
  const reached = new Map<string, { lines: number[]; branches: number[] }>()
  events.on('test:coverage', ({ summary }) => {
    for (const one of summary.files) {
      const [workspace = ''] = relative('.', one.path).split('/')
      for (const name of ['all', workspace]) {
        const { lines = [0, 0], branches = [0, 0] } = reached.get(name) ?? {}
        reached.set(name, {
          lines: [lines[0]! + one.coveredLineCount, lines[1]! + one.totalLineCount],
          branches: [branches[0]! + one.coveredBranchCount, branches[1]! + one.totalBranchCount],
        })
      }
    }
  })
  for await (const _ of events);
  const percent = ([covered = 0, all = 0]: number[]) => `${((100 * covered) / all).toFixed(1)} %`.padStart(8)
  console.log('\n   lines  branches  covered')
  for (const [name, { lines, branches }] of reached) console.log(`${percent(lines)}  ${percent(branches)}  ${name}`)
}

/** Writes the module that a process of tests begins with, and returns its path. */
function writeEntry(where: string, group: string[]): string {
  const entry = join(work, `${where}-${group[0]?.replaceAll('/', '-')}.mjs`)
  writeFileSync(entry, entryOf(group))
  return entry
}

/**
 * Returns a module that loads test files and holds their tests until all are loaded. A file that awaits something while it
 * loads would otherwise resume inside a test of another, and its hooks would end with that test.
 */
function entryOf(group: string[]): string {
  const imports = group.map((file) => `await import('${pathToFileURL(resolve(file))}')`)
  return `import { before } from 'node:test'
const { promise, resolve } = Promise.withResolvers()
before(() => promise)
${imports.join('\n')}
resolve()
`
}

/** Format, lint, types, imports and generated files; the report comes when it is over. The compiler tidies its memory less often. */
async function check(): Promise<void> {
  const { code, output } = await runCommand('npm', ['run', '--silent', 'check'], { GOGC: '400' })
  process.stdout.write(output)
  if (code === 0) return
  fail('npm run check', output.trim().split('\n').slice(-ERROR_LINES).join('\n'))
}

async function testInBrowser(): Promise<void> {
  const installed = await runCommand(process.execPath, [join(import.meta.dirname, 'install-browser.ts')])
  process.stdout.write(installed.output)
  if (installed.code !== 0) return fail('scripts/install-browser.ts', installed.output)
  const file = join(work, 'report.json')
  const { code, output } = await runCommand('npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts'], {
    E2E_REPORT: file,
  })
  process.stdout.write(`\nIn the browser\n${output}`)
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as BrowserReport
  const results = suites.flatMap(listResults)
  for (const { file, duration } of results) note(`e2e/${file}`, duration)
  for (const { file, title, error } of results) if (error) fail(`e2e/${file}: ${title}`, error.message)
  counts.passed += stats.expected ?? 0
  if (code !== 0 && !results.some(({ error }) => error))
    fail('playwright', output.trim().split('\n').slice(-ERROR_LINES).join('\n'))
}

/** What Playwright writes of a run. */
interface BrowserReport {
  stats: Record<string, number>
  suites: BrowserSuite[]
}

interface BrowserSuite {
  file: string
  suites?: BrowserSuite[]
  specs: { title: string; tests: { results: BrowserResult[] }[] }[]
}

interface BrowserResult {
  duration: number
  error?: { message: string }
}

function listResults({ file, specs, suites = [] }: BrowserSuite): (BrowserResult & { file: string; title: string })[] {
  const results = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) => results.map((result) => ({ file, title, ...result }))),
  )
  return [...results, ...suites.flatMap(listResults)]
}

/** Runs a command while tests go on beside it, and holds what it prints. */
async function runCommand(name: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, output: out + error }
}

function build(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  if (status === 0) return
  console.log('\nnpm run build failed\n\n0 passed, 1 failed')
  process.exit(1)
}

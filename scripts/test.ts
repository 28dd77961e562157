import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { startPostgres } from '@estante/server/test/postgres-server.ts'
import { roomyFolder } from '@estante/server/test/roomy-folder.ts'
import { startService } from '@estante/server/test/running-service.ts'
import { ON_PG } from '@estante/server/test/test-database.ts'

/*
 * `npm test` runs everything on a fresh machine: format, lint, types and imports; the unit tests, also on PostgreSQL if
 * they depend on SQL; both web apps in a real browser. Ends with a line such as `128 passed, 0 failed`.
 * `npm test -- server/usage` runs only the tests of the given folders; `usage`, of all folders with that name.
 * `npm run coverage` runs the unit tests on the embedded database, and prints their coverage.
 */

/** Limits the time of a process of tests, which may hang: many times the longest run. */
const PROCESS_TIMEOUT_MS = 900_000
/** More than the cores of a small machine, since many tests wait for processes, disks and clocks. */
const LANES = 5
/** Lanes used by the browser tests, which take longest and often wait for sound. */
const BROWSER_LANES = 3
/** Limits for the files that share a process, since loading the server takes longer than most of them. */
const FILES_A_PROCESS = { most: 60, fewest: 12 }
/** The files for PostgreSQL run first, so that their groups may be alike. */
const POSTGRES_FILES_A_PROCESS = { most: 40, fewest: 40 }
/** Fewer for files that mostly wait, so that several lanes wait at once. */
const WAITING_FILES_A_PROCESS = { most: 4, fewest: 4 }
/** Files whose tests load the server. */
const LOADS_SERVER = /^(?:deploy|examples|scripts|server)\//
/** The collector's threads would share cores with other tests. */
const NODE_FLAGS = ['--single-threaded-gc', '--disable-warning=ExperimentalWarning']
/**
 * Each test of the server creates and discards an application. With a larger semi-space (in MiB) most of it dies young
 * and is not copied. The optimizing compiler would work longer than its code runs.
 */
const NODE_FLAGS_OF_SERVER = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--no-opt', ...NODE_FLAGS]
/** Number of slowest files listed at the end. */
const SLOWEST = 10
/** Lines of an error repeated at the end. */
const ERROR_LINES = 8
/** Lines of a page's accessibility tree that follow a browser test's error, and characters of each. */
const PAGE_LINES = 40
const PAGE_COLUMNS = 200
/** Memory for temporary files; with less available they go to the disk. */
const MEMORY_BYTES = 4 * 2 ** 30

/** Files whose tests mostly wait for clocks and other processes. */
const WAITING = /^faults\/|^server\/imports\/worker\/supervisor/

const isForCoverage = process.argv.includes('--coverage')
const folders = process.argv
  .slice(2)
  .filter((word) => word !== '--coverage')
  .map((folder) => folder.replace(/\/*$/, '/'))
const isWanted = (file: string) => folders.length === 0 || folders.some((folder) => isIn(file, folder))
const allFiles = globSync('*/**/*.test.ts', { exclude: (name) => /node_modules|dist|^e2e/.test(name) }).sort()
const files = allFiles.filter(isWanted)
const inBrowser = isWanted('e2e/') && !isForCoverage
const tested = isForCoverage ? allFiles : [...allFiles, 'e2e/']
const untested = folders.filter((folder) => !tested.some((file) => isIn(file, folder)))
if (untested.length > 0) {
  console.error(`No tests in ${untested.join(', ')}. Name folders or test files: npm test -- server/usage`)
  process.exit(2)
}

const work = mkdtempSync(join(roomyFolder(MEMORY_BYTES), 'estante-tests-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
// PostgreSQL runs as another user and needs access.
chmodSync(work, 0o755)
process.env.TMPDIR = work
// Many processes load the same modules; the cache compiles each once.
process.env.NODE_COMPILE_CACHE = join(work, 'compiled')

const counts = { passed: 0, failed: 0 }
/** Failed tests, listed again at the end. */
const failures: string[] = []
/** Reasons of skipped tests, such as a program that is not installed, listed again at the end. */
const skips = new Set<string>()
/** Duration of each file, in milliseconds. */
const durations = new Map<string, number>()

const browsers = inBrowser ? installBrowsers() : Promise.resolve(false)
let areWaitedFor = inBrowser
void browsers.finally(() => {
  areWaitedFor = false
})
if (isForCoverage) await measureCoverage()
else await testAll()
const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, SLOWEST)
console.log(`\nSlowest\n${slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`).join('\n')}`)
if (skips.size > 0) console.log(`\nSkipped\n${[...skips].join('\n')}`)
if (failures.length > 0) console.log(`\nFailed\n${failures.join('\n')}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
if (counts.failed > 0) process.exitCode = 1

/** Whether a file is in a folder, which is named from the root or, if none is there, from any folder. */
function isIn(file: string, folder: string): boolean {
  return existsSync(folder) ? file.startsWith(folder) : `/${file}/`.includes(`/${folder}`)
}

async function testAll(): Promise<void> {
  // Files that mostly wait start first among the tests that need the build.
  const waiting = files.filter((file) => WAITING.test(file))
  const others = files.filter((file) => !WAITING.test(file))
  const onPostgres = others.filter((file) => readFileSync(file, 'utf8').includes('ON_PG'))
  const postgres = onPostgres.length > 0 ? startPostgres() : undefined
  const withoutBuild = inGroups(others.filter((file) => !LOADS_SERVER.test(file))).map(
    (group) => () => testTogether(group),
  )
  let isBuilding = true
  const meanwhile = runLanes(1, withoutBuild, () => isBuilding)
  await build()
  await fillCompileCache()
  isBuilding = false
  const queue = [
    ...(folders.length === 0 ? [check] : []),
    ...inGroups(waiting, WAITING_FILES_A_PROCESS).map((group) => () => testTogether(group)),
    // The longest of the rest come first.
    ...inGroups(onPostgres, POSTGRES_FILES_A_PROCESS).map(
      (group) => async () => testTogether(group, (await postgres)?.url),
    ),
    ...inGroups(others.filter((file) => LOADS_SERVER.test(file))).map((group) => () => testTogether(group)),
    ...withoutBuild,
  ]
  try {
    await Promise.all([
      meanwhile,
      runLanes(LANES - BROWSER_LANES, queue),
      // An installation keeps one lane busy.
      runLanes(BROWSER_LANES - 1, queue, () => areWaitedFor),
      browsers
        .then((areInstalled) => (areInstalled ? testInBrowser() : undefined))
        .then(() => runLanes(BROWSER_LANES, queue)),
    ])
  } finally {
    await (await postgres)?.stop()
  }
}

/** Runs queued tasks in the given number of lanes, and starts none after `isOpen` has become false. */
async function runLanes(count: number, queue: (() => Promise<void>)[], isOpen = () => true): Promise<void> {
  const lanes = Array.from({ length: count }, async () => {
    while (isOpen()) {
      const next = queue.shift()
      if (!next) return
      await next()
    }
  })
  await Promise.all(lanes)
}

/** Fills the compile cache by starting and stopping the service: processes killed by tests do not write it. */
async function fillCompileCache(): Promise<void> {
  if (!inBrowser && !files.some((file) => /^(?:faults|server)\//.test(file))) return
  const service = await startService({ DATA_DIR: join(work, 'data'), DATABASE_URL: '', LOG_LEVEL: 'silent' })
  service.kill('SIGTERM')
  await service.exit
}

/**
 * Deals files out into groups, each of half of the rest within limits, so that the last are short and all lanes end at
 * about the same time. A group takes its files from all folders, so that the slow ones of a folder are spread.
 */
function inGroups(files: string[], { most, fewest } = FILES_A_PROCESS): string[][] {
  const groups: string[][] = []
  for (let rest = files; rest.length > 0; ) {
    const size = Math.min(Math.max(Math.ceil(rest.length / 2), fewest), most, rest.length)
    const group = Array.from({ length: size }, (_, nth) => rest[Math.floor((nth * rest.length) / size)]!)
    rest = rest.filter((file) => !group.includes(file))
    groups.push(group)
  }
  return groups
}

/**
 * Runs test files in one process, and prints the report at the end. Given the URL of a PostgreSQL, runs only the tests
 * that depend on SQL, there.
 */
async function testTogether(group: string[], databaseUrl?: string): Promise<void> {
  const where = databaseUrl ? 'postgresql' : 'embedded'
  const events = run({
    files: [writeEntry(where, group)],
    execArgv: LOADS_SERVER.test(group[0] ?? '') ? NODE_FLAGS_OF_SERVER : NODE_FLAGS,
    timeout: PROCESS_TIMEOUT_MS,
    ...(databaseUrl && {
      env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
      testTagFilters: ON_PG.tags,
    }),
  })
  count(events, where)
  let report = databaseUrl ? '\nOn PostgreSQL\n' : ''
  for await (const text of events.compose(spec)) report += text
  process.stdout.write(report)
}

function count(events: ReturnType<typeof run>, where: string): void {
  events.on('test:pass', ({ details, skip, nesting, file }) => {
    if (details.type !== 'suite' && !skip) counts.passed++
    if (typeof skip === 'string') skips.add(`  ${relative('.', file ?? '')} (${where}): ${skip}`)
    if (nesting === 0 && file) recordDuration(`${relative('.', file)} (${where})`, details.duration_ms)
  })
  events.on('test:fail', ({ name, file, details }) => {
    if (details.type !== 'suite')
      recordFailure(`${relative('.', file ?? '')} (${where}): ${name}`, details.error.cause ?? details.error)
  })
}

/** Records a failure, with the start of its error and the page it was seen on for the final list. */
function recordFailure(name: string, error: unknown, page: string[] = []): void {
  counts.failed++
  const lines = stripVTControlCharacters(String(error instanceof Error ? error.message : error)).split('\n')
  const details = [...lines.slice(0, ERROR_LINES), ...page.slice(0, PAGE_LINES)]
  failures.push([`  ${name}`, ...details.map((line) => `      ${line}`)].join('\n'))
}

function recordDuration(file: string, ms: number): void {
  durations.set(file, (durations.get(file) ?? 0) + ms)
}

/** Runs the unit tests on the embedded database, and prints line and branch coverage by workspace. */
async function measureCoverage(): Promise<void> {
  await build()
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

/** Writes the entry module of a test process and returns its path. */
function writeEntry(where: string, group: string[]): string {
  const entry = join(work, `${where}-${group[0]?.replaceAll('/', '-')}.mjs`)
  writeFileSync(entry, entryOf(group))
  return entry
}

/**
 * Returns a module that loads test files and delays their tests until all are loaded. Otherwise a file with a top-level
 * await would resume inside a test of another file, and its hooks would end with that test.
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

/** Runs `npm run check` and prints its output at the end. The compiler collects garbage only above 2 GiB. */
async function check(): Promise<void> {
  const { code, output } = await runCommand('npm', ['run', '--silent', 'check'], { GOGC: 'off', GOMEMLIMIT: '2GiB' })
  process.stdout.write(output)
  if (code === 0) return
  recordFailure('npm run check', output.trim().split('\n').slice(-ERROR_LINES).join('\n'))
}

/** Installs missing browsers. Returns whether the browser tests can run. */
async function installBrowsers(): Promise<boolean> {
  const { code, output } = await runCommand(process.execPath, [join(import.meta.dirname, 'install-browser.ts')])
  process.stdout.write(output)
  if (code !== 0) recordFailure('scripts/install-browser.ts', output)
  return code === 0
}

async function testInBrowser(): Promise<void> {
  const file = join(work, 'report.json')
  const { code, output } = await runCommand('npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts'], {
    E2E_REPORT: file,
  })
  process.stdout.write(`\nIn the browser\n${output}`)
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as BrowserReport
  const results = suites.flatMap(listResults)
  for (const { file, duration } of results) recordDuration(`e2e/${file}`, duration)
  for (const result of results) {
    const { file, title, error } = result
    if (error) recordFailure(`e2e/${file}: ${title}`, error.message, readPage(result))
  }
  counts.passed += stats.expected ?? 0
  if (code !== 0 && !results.some(({ error }) => error))
    recordFailure('playwright', output.trim().split('\n').slice(-ERROR_LINES).join('\n'))
}

/** Playwright's JSON report. */
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
  attachments: { name: string; path?: string }[]
}

function listResults({ file, specs, suites = [] }: BrowserSuite): (BrowserResult & { file: string; title: string })[] {
  const results = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) => results.map((result) => ({ file, title, ...result }))),
  )
  return [...results, ...suites.flatMap(listResults)]
}

/** Returns the accessibility tree of the page on which a test failed, without the addresses of its links. */
function readPage({ attachments }: BrowserResult): string[] {
  const { path } = attachments.find(({ name }) => name === 'error-context') ?? {}
  const [, tree = ''] = /^```yaml\n(.*?)^```/ms.exec(path ? readFileSync(path, 'utf8') : '') ?? []
  const lines = tree.split('\n').filter((line) => !line.trimStart().startsWith('- /url:'))
  return lines.map((line) => line.slice(0, PAGE_COLUMNS))
}

/** Runs a command in parallel with tests and captures its output. */
async function runCommand(name: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, output: out + error }
}

/** Builds the web applications if tests serve or read them. */
async function build(): Promise<void> {
  if (!inBrowser && !files.some((file) => LOADS_SERVER.test(file))) return
  const { code, output } = await runCommand('npm', ['run', '--silent', 'build'])
  process.stdout.write(output)
  if (code === 0) return
  console.log('\nnpm run build failed\n\n0 passed, 1 failed')
  process.exit(1)
}

import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startPostgres } from '@estante/server/test/postgres-server.ts'
import { installBrowser } from './install-browser.ts'

/*
 * Everything, on a fresh machine: format, lint, types and imports; the tests beside the code, those of the server on the
 * embedded database and on PostgreSQL; the embedded application in a real browser. Ends with a line such as
 * `128 passed, 0 failed`.
 */

const UNIT_TIMEOUT_MS = 180_000
/** One more than the cores of a small machine: many files wait for a process, a disk or a time that passes. */
const FILES_AT_ONCE = 3

// Hundreds of processes load the same modules: each is read and compiled once.
const compiled = mkdtempSync(join(tmpdir(), 'estante-compiled-'))
process.env.NODE_COMPILE_CACHE = compiled
process.on('exit', () => rmSync(compiled, { recursive: true, force: true }))

command('npm', ['run', '--silent', 'check'])
command('npm', ['run', '--silent', 'build'])
installBrowser()

const counts = [await testBesideTheCode('*/**/*.test.ts'), await testOnPostgres(), testInBrowser()]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

interface Counts {
  passed: number
  failed: number
}

async function testOnPostgres(): Promise<Counts> {
  console.log('\nThe server on PostgreSQL')
  const server = await startPostgres()
  process.env.TEST_DATABASE_URL = server.url
  try {
    return await testBesideTheCode('server/**/*.test.ts', asksForADatabase)
  } finally {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
  }
}

/** Only what is of `server/test/` gives a test the database that this run is about; the rest would be the same again. */
function asksForADatabase(file: string): boolean {
  return /from '[^']*\/test\/[^']*'/.test(readFileSync(file, 'utf8'))
}

async function testBesideTheCode(pattern: string, isWanted: (file: string) => boolean = () => true): Promise<Counts> {
  const files = globSync(pattern, { exclude: (name) => /node_modules|dist|^e2e/.test(name) }).filter(isWanted)
  const counts = { passed: 0, failed: 0 }
  const events = run({ files: files.sort(), concurrency: FILES_AT_ONCE, timeout: UNIT_TIMEOUT_MS })
  events.on('test:pass', ({ details, skip }) => {
    if (details.type !== 'suite' && !skip) counts.passed++
  })
  events.on('test:fail', ({ details }) => {
    if (details.type !== 'suite') counts.failed++
  })
  const report = events.compose(spec)
  report.pipe(process.stdout, { end: false })
  await new Promise((resolve) => report.once('end', resolve))
  return counts
}

function testInBrowser(): Counts {
  const folder = mkdtempSync(join(tmpdir(), 'estante-e2e-'))
  const file = join(folder, 'report.json')
  try {
    const { status } = spawnSync('npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts'], {
      stdio: 'inherit',
      env: { ...process.env, E2E_REPORT: file },
    })
    const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: Record<string, number> }
    const failed = (stats.unexpected ?? 0) + (stats.flaky ?? 0)
    return { passed: stats.expected ?? 0, failed: status === 0 ? failed : Math.max(failed, 1) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function command(name: string, args: string[]): void {
  const { status } = spawnSync(name, args, { stdio: 'inherit' })
  if (status === 0) return
  console.log(`\n${name} ${args.join(' ')} failed\n\n0 passed, 1 failed`)
  process.exit(1)
}

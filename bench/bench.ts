import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isReached, type Row } from './measure/compare.ts'
import { pinToLoadCore } from './measure/cores.ts'
import { requireTool } from './measure/ensure-tool.ts'
import { describeMachine } from './measure/machine.ts'
import { killAll } from './measure/pinned-process.ts'
import { describeProfiles } from './measure/profile.ts'
import { toTable } from './measure/table.ts'
import { audio } from './paths/audio.ts'
import { catalog } from './paths/catalog.ts'
import { exchange } from './paths/exchange.ts'
import { growth } from './paths/growth.ts'
import { heartbeat } from './paths/heartbeat.ts'
import { heartbeatPostgresql } from './paths/heartbeat-postgresql.ts'
import { latency } from './paths/latency.ts'
import { line } from './paths/line.ts'
import { listeners } from './paths/listeners.ts'
import { outstanding } from './paths/outstanding.ts'
import { sessions } from './paths/sessions.ts'
import { sessionsPostgresql } from './paths/sessions-postgresql.ts'
import { start } from './paths/start.ts'
import { store } from './paths/store.ts'
import { turns } from './paths/turns.ts'
import { usage } from './paths/usage.ts'
import { use } from './paths/use.ts'
import { views } from './paths/views.ts'
import { createRun, type Path } from './run.ts'
import { installPeers } from './servers.ts'

/*
 * `npm run bench` measures every hot path beside its ceiling and its peers, in one run. `-- --quick` takes three
 * minutes, `-- --only sessions,exchange` selects paths, `--profile` adds profiles of time and memory, `-- --list` lists
 * the paths. Method: bench/README.md.
 */

const paths: Record<string, Path> = {
  sessions,
  'sessions-postgresql': sessionsPostgresql,
  exchange,
  outstanding,
  heartbeat,
  'heartbeat-postgresql': heartbeatPostgresql,
  catalog,
  audio,
  usage,
  latency,
  listeners,
  line,
  turns,
  use,
  start,
  store,
  growth,
  views,
}

/** Paths that need Chromium. */
const IN_BROWSER = ['line', 'turns', 'use']

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const PROFILES = fileURLToPath(new URL('PROFILES.md', import.meta.url))
/** Where the text begins that people write in PROFILES.md, which a new profile leaves as it is. */
const LIMITS = '\n# What limits each path\n'
const PATH_TIMEOUT_MS = 20 * 60_000

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
    list: { type: 'boolean' },
  },
})
const chosen = values.only === '' ? Object.keys(paths) : values.only.split(',')
const unknown = chosen.filter((name) => !paths[name])
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no path ${unknown.join(', ')}.`)
  console.log(Object.keys(paths).join('\n'))
  process.exit(unknown.length > 0 ? 2 : 0)
}

const isWhole = !values.quick && !values.profile && values.only === ''
requireTool('wrk')
// Now, not after half an hour of measuring.
if (IN_BROWSER.some((name) => chosen.includes(name))) requireTool('chromium')
await installPeers()
const folder = mkdtempSync(join(tmpdir(), 'estante-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
pinToLoadCore()
await measureAll()
// An aborted path may still hold handles.
process.exit()

async function measureAll(): Promise<void> {
  const run = createRun(folder, { isQuick: values.quick, isProfiled: values.profile })
  const rows: Row[] = []
  const profiles: string[] = []
  const since = performance.now()
  for (const name of chosen) {
    const startedAt = performance.now()
    process.stdout.write(`${name} `)
    try {
      await run.tidy()
      const measured = await inTime(name, paths[name]?.(run))
      rows.push(...measured)
      console.log(`${Math.round((performance.now() - startedAt) / 1000)} s\n${toTable(measured)}\n`)
      if (run.profiles) profiles.push(`## ${name}\n\n${describeProfiles(run.profiles)}\n`)
    } catch (error) {
      // A failed path does not stop the others.
      console.error(error)
      process.exitCode = 1
    }
  }
  if (values.profile) return writeProfiles(profiles, performance.now() - since)
  const report = toReport(rows, performance.now() - since)
  console.log(`\n${report}`)
  if (isWhole && !process.exitCode) writeFileSync(RESULTS, report)
  else console.log('Only a whole run, neither quick nor in part, is kept in bench/RESULTS.md.')
}

/** Ends a path that hangs, with the servers it hangs on. */
async function inTime(name: string, measuring: Promise<Row[]> = Promise.resolve([])): Promise<Row[]> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    killAll()
    reject(new Error(`${name} took longer than ${PATH_TIMEOUT_MS / 60_000} minutes`))
  }, PATH_TIMEOUT_MS)
  try {
    return await Promise.race([measuring, tooLong])
  } finally {
    // Left running, it would kill the servers of a later path.
    clearTimeout(timer)
  }
}

function summary(rows: Row[]): string {
  const judged = rows.filter((row) => isReached(row) !== undefined)
  return `${judged.filter(isReached).length} of ${judged.length} targets reached`
}

function writeProfiles(profiles: string[], ms: number): void {
  const report = `# Where the time goes

${howItWasMeasured(ms)}

Shares of the time that the main thread of Estante was not idle; SQLite's has its waits for the disk in it. Idle is what it was between
two requests or while PostgreSQL worked, the turns of others left out. Memory is that of a process whose time was not profiled; in use
is what has something in it, garbage or not.

${profiles.join('\n')}`
  const before = readFileSync(PROFILES, 'utf8')
  console.log(`\n${report}`)
  if (!process.exitCode) writeFileSync(PROFILES, report + before.slice(before.indexOf(LIMITS)))
}

function howItWasMeasured(ms: number, ...more: string[]): string {
  const command = ['npm run bench', ...(isWhole ? [] : ['--', ...process.argv.slice(2)])].join(' ')
  const day = new Date().toISOString().slice(0, 10)
  const lines = [`\`${command}\`, ${day}, ${Math.round(ms / 60_000)} minutes`, ...describeMachine(), ...more]
  return lines.map((line) => `- ${line}`).join('\n')
}

function toReport(rows: Row[], ms: number): string {
  return `# Measured side by side

${howItWasMeasured(ms, summary(rows))}

What each figure means is in [README.md](README.md).

${toTable(rows)}
`
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runFuzz } from './fuzz/run-fuzz.ts'

/*
 * `npm run fuzz -- --calls 100000 --seed 7` runs a generated client of the Partner API against a service, and checks
 * the answers against the published OpenAPI document and a model of its members. Fails at the first mismatch, which the
 * seed reproduces.
 */

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'time-limit': { type: 'string', default: '1800' },
  },
})
const [calls, seed, limitSeconds] = [values.calls, values.seed, values['time-limit']].map(Number) as [
  number,
  number,
  number,
]
if (![calls, seed, limitSeconds].every(Number.isSafeInteger) || calls < 1) {
  console.error('npm run fuzz -- [--calls 100000] [--seed N] [--time-limit SECONDS]')
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'estante-fuzz-'))
try {
  const since = performance.now()
  console.log(`seed ${seed}`)
  const book = fileURLToPath(new URL('../formats/fixtures/audio/relogio.mp3', import.meta.url))
  const { callCount, seen, slowest, failure } = await runFuzz({
    folder,
    book,
    calls,
    seed,
    limitMs: limitSeconds * 1000,
  })
  for (const [answer, count] of [...seen].sort()) console.log(`${String(count).padStart(8)}  ${answer}`)
  const seconds = Math.round((performance.now() - since) / 1000)
  console.log(`${callCount} calls in ${seconds} s, seed ${seed}, the slowest answer after ${Math.round(slowest)} ms`)
  if (failure !== undefined) console.error(failure)
  if (failure !== undefined || callCount < calls) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}

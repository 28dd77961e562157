import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const TIMEOUT_MS = 60_000

let latest: Promise<unknown> = Promise.resolve()

/**
 * Runs a drawing module in a subprocess, one at a time: large pictures use their memory there, and an exploit of the
 * decoder reaches no secret. The module reads its task as JSON from standard input and writes its result as JSON to
 * standard output.
 */
export function runInSubprocess<Result>(module: URL, task: object): Promise<Result> {
  const drawn = latest.then(() => start<Result>(module, task))
  latest = drawn.catch(() => {})
  return drawn
}

async function start<Result>(module: URL, task: object): Promise<Result> {
  const child = spawn(process.execPath, [fileURLToPath(module)], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  // Writing to a dead process fails; only its exit code matters.
  child.stdin.on('error', () => {}).end(JSON.stringify(task))
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error('the process that draws failed')
  return JSON.parse(answer) as Result
}

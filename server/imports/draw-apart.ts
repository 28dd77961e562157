import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const TIMEOUT_MS = 60_000

let latest: Promise<unknown> = Promise.resolve()

/**
 * Runs a module that draws in a process of its own, for the service while it serves: a picture of many megapixels takes its
 * memory elsewhere, and one that breaks its reader breaks nothing else and is shown no secret. The module reads its task as
 * JSON and writes what it made as JSON. One at a time in the whole service.
 */
export function drawApart<Made>(module: URL, task: object): Promise<Made> {
  const drawn = latest.then(() => draw<Made>(module, task))
  latest = drawn.catch(() => {})
  return drawn
}

async function draw<Made>(module: URL, task: object): Promise<Made> {
  const child = spawn(process.execPath, [fileURLToPath(module)], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  // One that died takes nothing any more: its exit tells.
  child.stdin.on('error', () => {}).end(JSON.stringify(task))
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error('the process that draws failed')
  return JSON.parse(answer) as Made
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { CoverWords, PreparedCover } from './cover.ts'

const PROCESS = fileURLToPath(new URL('./cover-process.ts', import.meta.url))
const TIMEOUT_MS = 60_000

let latest: Promise<unknown> = Promise.resolve()

/**
 * `prepareCover` in a process of its own, for the service while it serves: a picture of forty megapixels takes its memory
 * elsewhere, and one that breaks its reader breaks nothing else. One at a time. `picture` is the path of a file.
 */
export function drawCoverApart(folder: string, picture: string | undefined, words: CoverWords): Promise<PreparedCover> {
  const drawn = latest.then(() => draw({ folder, picture, words }))
  latest = drawn.catch(() => {})
  return drawn
}

async function draw(task: { folder: string; picture: string | undefined; words: CoverWords }): Promise<PreparedCover> {
  const child = spawn(process.execPath, [PROCESS], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  // One that died takes nothing any more: its exit tells.
  child.stdin.on('error', () => {}).end(JSON.stringify(task))
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error('the process that draws covers failed')
  return JSON.parse(answer) as PreparedCover
}

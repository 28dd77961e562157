import assert from 'node:assert/strict'
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type CommandTask, END } from './command-process.ts'

export const ESTANTE = fileURLToPath(new URL('../cli/estante.js', import.meta.url))
const LIMIT_MS = 120_000

export interface CommandOutcome {
  code: number
  out: string
  error: string
}

let latest: Promise<unknown> = Promise.resolve()
let warmProcess: ReturnType<typeof begin> | undefined

/**
 * Runs a command with these settings in a reused process, since loading takes longer than most commands. One at a time.
 * A `serve` must fail.
 */
export function estante(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandOutcome> {
  const ran = latest.then(() => runInWarmProcess({ env, args }))
  latest = ran.catch(() => {})
  return ran
}

/** Runs a command in a process of its own, as an operator does. */
export function spawnEstante(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [ESTANTE, ...args], { env, timeout: LIMIT_MS }, (failure, out, error) => {
      // A process that had to be killed has no exit code.
      const code = typeof failure?.code === 'number' ? failure.code : failure ? -1 : 0
      resolve({ code, out, error })
    })
  })
}

async function runInWarmProcess(task: CommandTask): Promise<CommandOutcome> {
  warmProcess ??= begin()
  const { child, ended } = warmProcess
  child.ref()
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  try {
    const done = Promise.all([once(child, 'message'), readToEnd(child.stdout!), readToEnd(child.stderr!)])
    child.send(task)
    const outcome = await Promise.race([done, ended])
    assert.ok(outcome, `estante ${task.args.join(' ')}: its process ended`)
    const [[code], out, error] = outcome
    return { code, out, error }
  } finally {
    clearTimeout(timer)
    child.unref()
  }
}

function begin() {
  const program = fileURLToPath(new URL('./command-process.ts', import.meta.url))
  const child = fork(program, { silent: true, execArgv: [] })
  // It ends with the tests, without keeping them alive.
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket).unref()
  const ended = new Promise<undefined>((resolve) => {
    child.once('exit', () => {
      warmProcess = undefined
      resolve(undefined)
    })
  })
  return { child, ended }
}

/** Collects a command's output on a stream, while it runs. */
function readToEnd(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const read = (chunk: string) => {
      text += chunk
      if (!text.endsWith(END)) return
      stream.off('data', read)
      resolve(text.slice(0, -END.length))
    }
    stream.setEncoding('utf8').on('data', read)
  })
}

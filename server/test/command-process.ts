import { writeSync } from 'node:fs'
import { runCommand } from '../cli/estante.ts'

/* A process that runs one command after another (`estante.ts`): what takes longest of most is loading. */

export interface CommandTask {
  env: NodeJS.ProcessEnv
  words: string[]
}

/** Ends what a command printed, on both of its streams. */
export const END = '\u0000'

// Each command may listen for signals, as if the process were its own.
process.setMaxListeners(0)
process.on('disconnect', () => process.exit())
process.on('message', async ({ env, words }: CommandTask) => {
  process.env = env
  process.exitCode = undefined
  await runCommand(words)
  process.send!(process.exitCode ?? 0)
  for (const stream of [1, 2]) writeSync(stream, END)
})

import { writeSync } from 'node:fs'
import { runCommand } from '../cli/estante.ts'

/* Runs commands one after another in one process (`estante.ts`): most take less time than loading. */

export interface CommandTask {
  env: NodeJS.ProcessEnv
  args: string[]
}

/** Marks the end of a command's output, on both streams. */
export const END = '\u0000'

// Commands may listen for signals, as if the process were their own.
process.setMaxListeners(0)
process.on('disconnect', () => process.exit())
process.on('message', async ({ env, args }: CommandTask) => {
  process.env = env
  process.exitCode = undefined
  await runCommand(args)
  process.send!(process.exitCode ?? 0)
  for (const stream of [1, 2]) writeSync(stream, END)
})

#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

/*
 * The command itself is `estante.ts`. This is no TypeScript, since reading any that was not read before loads what takes
 * its types away: a tenth of a start, and of the memory for as long as the service runs.
 */

// What the service compiled is kept for its next start: with the data, as whoever may write there has the service anyway.
// Where that cannot be written it starts all the same.
if (process.argv[2] === 'serve' && !process.argv.some((word) => word === '--help' || word === '-h')) {
  // The folder of the data may be made by this, and is nobody else's on this machine.
  process.umask(0o077)
  const directory = resolve(process.env.DATA_DIR ?? './data', 'compiled')
  enableCompileCache({ directory })
  // The processes that it begins, to import or to draw, load from there too.
  process.env.NODE_COMPILE_CACHE ??= directory
}
const { runCommand } = await import('./estante.ts')
await runCommand(process.argv.slice(2))

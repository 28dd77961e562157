#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

/*
 * The command itself is `estante.ts`. Plain JavaScript, since uncached TypeScript loads Node's type stripping: a tenth
 * of the start time, and its memory for as long as the service runs.
 */

// Caches compiled code for the next start, in the data folder, since its writers control the service anyway. Starts
// also where that cannot be written.
if (process.argv[2] === 'serve' && !process.argv.some((word) => word === '--help' || word === '-h')) {
  // This may create the data folder, which must be private.
  process.umask(0o077)
  const directory = resolve(process.env.DATA_DIR ?? './data', 'compiled')
  enableCompileCache({ directory })
  // Import and picture processes share the cache.
  process.env.NODE_COMPILE_CACHE ??= directory
}
const { runCommand } = await import('./estante.ts')
await runCommand(process.argv.slice(2))

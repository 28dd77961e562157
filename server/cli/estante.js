#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=16
import nodeModule from 'node:module'
import { join, resolve } from 'node:path'

/*
 * The command itself is `estante.ts`. Plain JavaScript, since uncached TypeScript loads Node's type stripping: a tenth
 * of the start time, and its memory for as long as the service runs. The flags above save the service a seventh
 * of its memory, at no measurable cost (bench/PROFILES.md).
 */

/** As in `engines` of package.json. */
const OLDEST_NODE = [24, 7]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(
    `O Estante precisa do Node ${OLDEST_NODE.join('.')} ou mais novo, e este é o ${process.versions.node}. ` +
      'Na pasta do projeto, “npm run estante -- …” usa o Node certo.',
  )
  process.exit(1)
}

const dataDir = resolve(process.env.DATA_DIR || './data')
// In /proc, mkdir fails with ENOENT, and Node's recursive mkdir retries for ever.
if (/^\/proc(\/|$)/.test(dataDir)) {
  console.error('DATA_DIR não pode ficar em /proc: nenhuma pasta se cria ali.')
  process.exit(1)
}

// Caches compiled code for the next start, in the data folder, since its writers control the service anyway. Starts
// also where that cannot be written.
if (process.argv[2] === 'serve' && !process.argv.some((word) => word === '--help' || word === '-h')) {
  // This may create the data folder, which must be private.
  process.umask(0o077)
  const directory = join(dataDir, 'compiled')
  nodeModule.enableCompileCache({ directory })
  // Import and picture processes share the cache.
  process.env.NODE_COMPILE_CACHE ??= directory
}
let isOutputLost = false
process.stdout.on('error', ({ code }) => {
  // A reader of the output may have enough, such as `head`.
  if (code === 'EPIPE' || isOutputLost) return
  isOutputLost = true
  process.exitCode = 1
  console.error(
    `O resultado não pôde ser escrito (${code}): libere espaço, ou mande a saída para outro lugar. ` +
      'O que o comando mudou está mudado.',
  )
})
// Progress that cannot be written stops no task halfway.
process.stderr.on('error', () => {})
const { runCommand } = await import('./estante.ts')
await runCommand(process.argv.slice(2))

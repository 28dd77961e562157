import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getHeapSpaceStatistics } from 'node:v8'

/*
 * node --import dump-memory.mjs?folder=FOLDER: dumps the memory usage of the process on each SIGUSR2. Plain JavaScript,
 * since stripping types would use memory itself.
 */

const folder = new URL(import.meta.url).searchParams.get('folder')
process.on('SIGUSR2', () => {
  const lines = readFileSync('/proc/self/status', 'utf8').matchAll(/^(\w+):\s*(\d+) kB$/gm)
  const status = Object.fromEntries(Array.from(lines, ([, name, kilobytes]) => [name, kilobytes * 1024]))
  const { external } = process.memoryUsage()
  const part = `${folder}/${process.pid}.part`
  writeFileSync(part, JSON.stringify({ status, external, spaces: getHeapSpaceStatistics() }))
  renameSync(part, `${folder}/${process.pid}.dump`)
})

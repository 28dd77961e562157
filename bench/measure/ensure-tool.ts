import { spawnSync } from 'node:child_process'

/** Whether a program is installed. Tries to install its Debian package if it is not, when run as root. */
export function ensureTool(program: string): boolean {
  if (isHere(program)) return true
  if (process.getuid?.() !== 0 || !isHere('apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) => spawnSync('apt-get', ['-y', '-q', ...args], { stdio: 'ignore', env })
  aptGet('update')
  aptGet('install', '--no-install-recommends', program)
  return isHere(program)
}

/** Like `ensureTool`, but exits without the program. */
export function requireTool(program: string): void {
  if (ensureTool(program)) return
  console.error(`The bench needs ${program}. Install it: sudo apt-get install ${program}`)
  process.exit(1)
}

function isHere(program: string): boolean {
  return spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0
}

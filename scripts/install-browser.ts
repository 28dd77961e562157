import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where Debian's and Ubuntu's packages put it; the browser tests run this one. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Puts Chromium on this machine when it is not there and we may; says what to do and ends the process when we may not. */
export function installBrowser(): void {
  if (existsSync(CHROMIUM)) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot) giveUp('Rode como root, ou instale antes: sudo apt-get install chromium')
  if (!existsSync('/usr/bin/apt-get')) giveUp('Instale-o e diga onde está: CHROMIUM=/caminho/do/chromium npm test')

  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...words: string[]) => spawnSync('apt-get', ['-y', '-q', ...words], { stdio: 'inherit', env })
  aptGet('update')
  aptGet('install', '--no-install-recommends', 'chromium')
  if (!existsSync(CHROMIUM)) giveUp('O apt-get não conseguiu instalá-lo; o motivo está acima.')
}

function giveUp(remedy: string): never {
  console.error(`Os testes no navegador precisam do Chromium em ${CHROMIUM}. ${remedy}`)
  process.exit(1)
}

if (import.meta.main) installBrowser()

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADLESS_SHELL } from '../../scripts/install-browser.ts'

/** Opens a browser at an address, and answers how to end it. */
export type OpenBrowser = (url: string) => Promise<() => Promise<void>>

export const BROWSERS: Record<string, OpenBrowser> = {
  chromium: (url) =>
    launch(HEADLESS_SHELL, (profile) => [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--window-size=1400,900',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      url,
    ]),
  firefox: (url) =>
    launch('firefox-esr', (profile) => [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--width=1400',
      '--height=900',
      url,
    ]),
  webkit: (url) =>
    launch('xvfb-run', () => [
      '-a',
      '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      '--private',
      '--geometry=1400x900',
      url,
    ]),
}

async function launch(command: string, argumentsOf: (profile: string) => string[]) {
  const profile = await mkdtemp(join(tmpdir(), 'letters-'))
  const child = spawn(command, argumentsOf(profile), {
    stdio: 'ignore',
    // A group of its own, so that what it starts ends with it.
    detached: true,
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  })
  await started(child, command)
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL')
    else return
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

function started(child: ChildProcess, command: string) {
  return new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) => reject(new Error(`${command} could not be started.`, { cause })))
  })
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Commands, openCommands } from './commands.ts'
import { type BrowsingContext, type Engine, VIEWPORT, type Viewport } from './engine.ts'
import { pressAt, typing } from './inputs.ts'
import { startProgram } from './program.ts'

/** Values of `about:config`. */
const PREFERENCES = {
  // So that the visible state is always final.
  'ui.prefersReducedMotion': 1,
  // No scan for add-ons, a quarter of the start.
  'extensions.enabledScopes': 0,
}

/** Launches Firefox, controlled by WebDriver BiDi. */
export async function openFirefox(executable: string): Promise<Engine> {
  const held = new AsyncDisposableStack()
  try {
    const sound = await openSound()
    held.defer(sound.close)
    const program = await startProgram(
      executable,
      (folder) => {
        writePreferences(folder)
        return [
          '--headless',
          '--no-remote',
          '--profile',
          folder,
          '--remote-debugging-port=0',
          // Lets `refuseStorage` change a preference.
          '--remote-allow-system-access',
          'about:blank',
        ]
      },
      /WebDriver BiDi listening on (ws:\S+)/,
      { PULSE_SERVER: sound.address },
    )
    held.defer(program.close)
    const commands = await openCommands(`${program.match}/session`, () => {})
    held.defer(commands.close)
    return { ...(await openSession(commands.send)), close: () => held.disposeAsync() }
  } catch (problem) {
    await held.disposeAsync()
    throw problem
  }
}

function writePreferences(profile: string) {
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
}

async function openSession(send: Commands['send']): Promise<Omit<Engine, 'close'>> {
  await send('session.new', { capabilities: {} })
  const { contexts } = await send('browsingContext.getTree')
  const page: string = contexts[0].context
  const resize = (viewport: Viewport) => send('browsingContext.setViewport', { context: page, viewport })
  await resize(VIEWPORT)

  async function contextIdOf(context: BrowsingContext): Promise<string> {
    if (context === 'page') return page
    const { contexts } = await send('browsingContext.getTree', { root: page })
    const frame = contexts[0]?.children?.[0]
    if (!frame) throw new Error('No frame is there')
    return frame.context
  }

  async function evaluateIn(context: string, expression: string): Promise<unknown> {
    const evaluated = await send('script.evaluate', {
      expression: `JSON.stringify(${expression}) ?? 'null'`,
      target: { context },
      awaitPromise: false,
    })
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
    return JSON.parse(evaluated.result.value)
  }

  async function act(context: BrowsingContext, source: object) {
    await send('input.performActions', { context: await contextIdOf(context), actions: [source] })
  }

  return {
    async open(url) {
      await send('browsingContext.navigate', { context: page, url, wait: 'interactive' })
    },
    async evaluate(expression, context) {
      return evaluateIn(await contextIdOf(context), expression)
    },
    resize,
    async refuseStorage() {
      const { contexts } = await send('browsingContext.getTree', { 'moz:scope': 'chrome' })
      await evaluateIn(contexts[0].context, `Services.prefs.setIntPref('network.cookie.cookieBehavior', 2)`)
    },
    press: (at, context) => act(context, pressAt(at)),
    drag: (from, to, context) => act(context, pressAt(from, to)),
    type: (letters, context) => act(context, typing(letters)),
  }
}

/** Opens a virtual sound card: without any, Firefox stops at the first second. */
async function openSound() {
  const server = await startProgram(
    'sh',
    (folder) => [
      '-c',
      `pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 --disable-shm \
        --load=module-null-sink --load='module-native-protocol-unix auth-anonymous=1 socket=${folder}/pulse' 2>/dev/null &
      until [ -S ${folder}/pulse ]; do sleep 0.05; done; echo started; wait`,
    ],
    /(started)/,
  )
  return { address: `unix:${server.folder}/pulse`, close: server.close }
}

import { randomInt } from 'node:crypto'
import { freePort } from '@estante/server/test/free-port.ts'
import { type BrowsingContext, type Engine, VIEWPORT, type Viewport } from './engine.ts'
import { pressAt, typing } from './inputs.ts'
import { startProgram } from './program.ts'

const ANSWER_LIMIT_MS = 60_000

/** Launches WebKitGTK's MiniBrowser, controlled by WebDriver, on a virtual screen. */
export async function openWebKit(driver: string, browser: string): Promise<Engine> {
  const held = new AsyncDisposableStack()
  try {
    const screen = await openScreen()
    held.defer(screen.close)
    const port = await freePort()
    const program = await startProgram(
      'sh',
      () => ['-c', `"$0" --port=${port} & echo started; wait`, driver],
      /started/,
      {
        DISPLAY: screen.name,
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        // The optimizing compilers would work longer than their code runs.
        JSC_useDFGJIT: '0',
      },
    )
    held.defer(program.close)
    return { ...(await openSession(`http://127.0.0.1:${port}`, browser)), close: () => held.disposeAsync() }
  } catch (problem) {
    await held.disposeAsync()
    throw problem
  }
}

/** Opens a virtual screen with a random number: Xvfb's own search fails when two run at once. */
async function openScreen(tries = 5): Promise<{ name: string; close: () => Promise<void> }> {
  const number = randomInt(1000, 30_000)
  const command = `Xvfb :${number} -screen 0 1000x1000x24 -nolisten tcp &
    until [ -S /tmp/.X11-unix/X${number} ]; do kill -0 $! || exit 1; sleep 0.05; done; echo started; wait`
  try {
    const { close } = await startProgram('sh', () => ['-c', command], /started/)
    return { name: `:${number}`, close }
  } catch (problem) {
    if (tries === 1) throw problem
    return openScreen(tries - 1)
  }
}

async function openSession(address: string, browser: string): Promise<Omit<Engine, 'close'>> {
  await waitForAnswer(`${address}/status`)
  const { sessionId } = await send(`${address}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } },
  })
  const session = `${address}/session/${sessionId}`
  const resize = (viewport: Viewport) => send(`${session}/window/rect`, viewport)
  await resize(VIEWPORT)
  let context: BrowsingContext = 'page'

  /** Directs the following commands to the page, or to its present frame. */
  async function switchTo(wanted: BrowsingContext) {
    if (context === 'page' && wanted === 'page') return
    await send(`${session}/frame`, { id: null })
    context = 'page'
    if (wanted === 'page') return
    await send(`${session}/frame`, { id: 0 })
    context = 'frame'
  }

  async function act(wanted: BrowsingContext, source: object) {
    await switchTo(wanted)
    await send(`${session}/actions`, { actions: [source] })
  }

  return {
    async open(url) {
      await switchTo('page')
      await send(`${session}/url`, { url })
    },
    async evaluate(expression, wanted) {
      await switchTo(wanted)
      return send(`${session}/execute/sync`, { script: `return ${expression}`, args: [] })
    },
    resize,
    press: (at, wanted) => act(wanted, pressAt(at)),
    drag: (from, to, wanted) => act(wanted, pressAt(from, to)),
    type: (letters, wanted) => act(wanted, typing(letters)),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each command has its own result.
async function send(url: string, body: object): Promise<any> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value?.error} ${value?.message}`)
  return value
}

async function waitForAnswer(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(url)
      return
    } catch (problem) {
      if (tries === 100) throw problem
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

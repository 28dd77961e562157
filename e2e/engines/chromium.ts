import { openCommands } from './commands.ts'
import { type BrowsingContext, type Engine, type Point, VIEWPORT, type Viewport } from './engine.ts'
import { type Program, startProgram } from './program.ts'
import { until } from './screen.ts'

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--mute-audio',
  '--lang=pt-BR',
  '--force-prefers-reduced-motion',
  // Runs cross-site frames in the process of their page, so that one session controls both.
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process',
  '--remote-debugging-port=0',
]

/** Launches any version of Chromium, controlled by the DevTools protocol. */
export async function openChromium(executable: string): Promise<Engine> {
  const program = await startProgram(
    executable,
    (folder) => [...ARGUMENTS, `--user-data-dir=${folder}`, 'about:blank'],
    /DevTools listening on (ws:\S+)/,
  )
  try {
    return await openTab(program)
  } catch (problem) {
    await program.close()
    throw problem
  }
}

async function openTab(program: Program): Promise<Engine> {
  const contexts = new Map<number, { id: number; frameId: string }>()
  const commands = await openCommands(program.match, (method, params) => {
    if (method === 'Runtime.executionContextCreated') {
      const { id, auxData } = params.context as { id: number; auxData: { frameId: string; isDefault: boolean } }
      if (auxData.isDefault) contexts.set(id, { id, frameId: auxData.frameId })
    }
    if (method === 'Runtime.executionContextDestroyed') contexts.delete(params.executionContextId as number)
    if (method === 'Runtime.executionContextsCleared') contexts.clear()
  })
  const { targetId } = await commands.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await commands.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, params: object = {}) => commands.send(method, params, { sessionId })
  await send('Page.enable')
  await send('Runtime.enable')
  const resize = (viewport: Viewport) =>
    send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false })
  await resize(VIEWPORT)

  async function contextIdOf(target: BrowsingContext): Promise<number> {
    const { frameTree } = await send('Page.getFrameTree')
    const frame = target === 'page' ? frameTree.frame : frameTree.childFrames?.[0]?.frame
    const context = [...contexts.values()].findLast(({ frameId }) => frameId === frame?.id)
    if (!context) throw new Error(`No ${target} is there`)
    return context.id
  }

  async function drag(from: Point, to: Point) {
    const mouse = (type: string, at: Point, button = 'left') =>
      send('Input.dispatchMouseEvent', { type, ...at, button, clickCount: 1 })
    await mouse('mouseMoved', from, 'none')
    await mouse('mousePressed', from)
    if (to !== from) await mouse('mouseMoved', to)
    await mouse('mouseReleased', to)
  }

  return {
    async open(url) {
      const { loaderId } = await send('Page.navigate', { url })
      // The page before it is there for a moment more.
      await until(url, async () => {
        const { frameTree } = await send('Page.getFrameTree')
        return frameTree.frame.loaderId === loaderId || undefined
      })
    },
    async evaluate(expression, target) {
      const contextId = await contextIdOf(target)
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        contextId,
        returnByValue: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    press: (at) => drag(at, at),
    drag,
    async type(letters) {
      await send('Input.insertText', { text: letters })
    },
    resize,
    async close() {
      commands.close()
      await program.close()
    },
  }
}

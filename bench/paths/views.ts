import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { EVENTS_PATH } from '@estante/contract/play/launch.ts'
import { count } from '../measure/compare.ts'
import { dumpMemory } from '../measure/memory.ts'
import { readMemory } from '../measure/process-figures.ts'
import { toWire } from '../measure/requests.ts'
import { type Path, untimed } from '../run.ts'
import type { OpenPage } from '../seed.ts'
import { startEstante } from '../servers.ts'

const OPENED_TOGETHER = 100
const SETTLE_MS = 3_000

/** Memory of idle views: open pages, each with the event stream that reports revocations. */
export const views: Path = async (run) => {
  const pages = run.sizes.views
  const instance = await run.instance(run.sizes.usual)
  await using estante = await startEstante(untimed(run), instance)
  // The first views make the service load and compile shared code.
  using _first = await openViews(estante.address, instance.openPages.slice(-OPENED_TOGETHER))
  await wait(SETTLE_MS)
  const before = readMemory(estante.pid)
  await dumpMemory(run.profiles?.folder, estante, 'before')
  using _others = await openViews(estante.address, instance.openPages.slice(0, pages))
  await wait(SETTLE_MS)
  const kilobytesEach = (readMemory(estante.pid) - before) / pages / 1000
  await dumpMemory(run.profiles?.folder, estante, `with ${count(pages)} views`)
  return [
    {
      path: `${count(pages)} open views with their event streams`,
      by: 'memory each',
      ours: `${kilobytesEach.toFixed(1)} kB`,
      figure: kilobytesEach,
      target: { atMost: 25 },
    },
  ]
}

/** Opens the event stream of each page. Disposing closes them. */
export async function openViews(address: string, pages: OpenPage[]): Promise<Disposable> {
  const streams: Socket[] = []
  const close = () => {
    for (const stream of streams) stream.destroy()
  }
  try {
    for (let first = 0; first < pages.length; first += OPENED_TOGETHER) {
      const together = pages.slice(first, first + OPENED_TOGETHER)
      streams.push(...(await Promise.all(together.map((page) => openStream(address, page)))))
    }
  } catch (error) {
    close()
    throw error
  }
  return { [Symbol.dispose]: close }
}

async function openStream(address: string, { accessToken }: OpenPage): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  socket.write(toWire({ method: 'GET', path: EVENTS_PATH, headers: { Authorization: `Bearer ${accessToken}` } }))
  const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer]
  if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(`No view: ${answer}`)
  return socket.resume().on('error', () => {})
}

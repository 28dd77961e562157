import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Context, closeContext, openContext } from './context.ts'

export interface RunningServer {
  context: Context
  app: FastifyInstance
  /** Where it listens, as `http://127.0.0.1:3000`. */
  address: string
  /** Finishes requests, ends open views, writes what is left. */
  close(): Promise<void>
}

/** How long a request that has begun may still take once the service was told to stop. */
const PATIENCE_MS = 10_000

/** Starts the service: settings in, a listening server out. */
export async function startServer(config: Config, { patienceMs = PATIENCE_MS } = {}): Promise<RunningServer> {
  const context = await openContext(config)
  const app = createApp(context)
  async function close() {
    // A client that stopped sending, or reading, would hold the service up for ever.
    const giveUp = setTimeout(() => app.server.closeAllConnections(), patienceMs)
    try {
      await app.close()
    } finally {
      clearTimeout(giveUp)
      await closeContext(context)
    }
  }
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await close()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  return {
    context,
    app,
    address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    close,
  }
}

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

/** Starts the service: settings in, a listening server out. */
export async function startServer(config: Config): Promise<RunningServer> {
  const context = await openContext(config)
  const app = createApp(context)
  async function close() {
    await app.close()
    await closeContext(context)
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

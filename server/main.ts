import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { closeContext, openContext } from './context.ts'
import { startWatchingClock } from './health/clock-skew.ts'
import { startImportSupervisor } from './imports/worker/supervisor.ts'
import { createBufferedLogger } from './log.ts'
import { startIndexingNames } from './members/index-names.ts'
import type { serveMetrics } from './observe/metrics-server.ts'
import { startSweeping } from './sweep/sweep.ts'

export type RunningServer = Awaited<ReturnType<typeof startServer>>

/** How long requests in progress may take once the service stops. */
const PATIENCE_MS = 10_000

export async function startServer(config: Config, { patienceMs = PATIENCE_MS } = {}) {
  const context = await openContext(config, { log: createBufferedLogger(config) })
  // Tracing and metrics take time and memory to load: only when they are enabled.
  const tracing = config.isTraced ? (await import('./observe/tracing.ts')).startTracing(context.log) : undefined
  const metrics =
    config.metricsPort === undefined ? undefined : (await import('./observe/metrics.ts')).createMetrics(context)
  const stopping = new AbortController()
  const importing = startImportSupervisor(context)
  const app = createApp(context, { metrics, tracing, stopping: stopping.signal, importsWaiting: importing.wake })
  const stopSweeping = startSweeping(context)
  const stopIndexingNames = startIndexingNames(context)
  const stopWatchingClock = startWatchingClock(context)
  let metricsServer: Awaited<ReturnType<typeof serveMetrics>> | undefined

  async function close() {
    stopping.abort()
    await wait(config.shutdownDelayMs)
    await closeNow()
  }
  async function closeNow() {
    // A client that stopped sending, or reading, would delay the shutdown for ever.
    const giveUp = setTimeout(() => app.server.closeAllConnections(), patienceMs)
    const importingStopped = importing.stop()
    try {
      await app.close()
    } finally {
      clearTimeout(giveUp)
      metricsServer?.close()
      await tracing?.close()
      await Promise.all([stopSweeping(), stopIndexingNames(), stopWatchingClock(), importingStopped])
      await closeContext(context)
    }
  }

  try {
    await app.listen({ port: config.port, host: config.host })
    if (metrics) {
      const observe = await import('./observe/metrics-server.ts')
      metricsServer = await observe.serveMetrics(metrics, config.metricsPort ?? 0, config.metricsHost)
    }
  } catch (error) {
    await closeNow()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  return {
    context,
    app,
    /** Such as `http://127.0.0.1:3000`. */
    address: toAddress(config.host, port),
    /** Undefined when they are not enabled. */
    metricsAddress: metricsServer && `${toAddress(config.metricsHost, metricsServer.port)}/metrics`,
    /** Turns unready, waits for the balancer, finishes requests, ends open views, and flushes buffers. */
    close,
  }
}

function toAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

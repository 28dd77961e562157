import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from '../http/node-http.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `GET /metrics` on its own address, which partners and members cannot reach. There is no authentication: its
 * network is trusted.
 */
export async function serveMetrics({ registry }: Metrics, port: number, host: string) {
  const server = createServer(async (request, response) => {
    const isKnown = request.method === 'GET' && request.url?.replace(/\?.*$/s, '') === '/metrics'
    if (!isKnown) return response.writeHead(404).end()
    const body = await registry.metrics()
    response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(body)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

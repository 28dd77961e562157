import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Serves a node on a port of its own. Returns its address. */
export async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Opens a page's event stream over a real connection. */
export async function openEvents(address: string, accessToken: string): Promise<IncomingMessage> {
  const request = httpGet(`${address}/play/v1/events`, { headers: { authorization: `Bearer ${accessToken}` } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

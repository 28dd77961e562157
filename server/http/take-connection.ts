// @ts-expect-error Node's own, without types: what it calls itself when a connection is upgraded to another protocol.
import { freeParser } from 'node:_http_common'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Begins an answer that goes on until its connection ends, and takes the connection out of HTTP's hands: its parser, the
 * request and the answer are let go, which is 11 kB of 22. Undefined, with the connection closed, when its client left,
 * or asked for something else over it: that would never be answered.
 */
export function takeConnection(response: ServerResponse, headers: Record<string, string>): Socket | undefined {
  const { req, socket } = response
  const { parser } = req.socket as Socket & { parser: { incoming: unknown } | null }
  if (!socket || parser?.incoming !== req) {
    req.socket.destroy()
    return undefined
  }
  // No pieces with their lengths: where the connection ends the answer does.
  response.removeHeader('Transfer-Encoding')
  response.writeHead(200, { ...headers, Connection: 'close' }).flushHeaders()
  response.detachSocket(socket)
  socket.removeAllListeners()
  freeParser(parser, req, socket)
  return socket
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between a node and its database, to be cut. */
export interface Network {
  port: number
  /** Nothing comes through any more, and nobody is told: neither those connected nor those who connect now. */
  cut(): void
  /** Ends every connection without a word, and lets new ones through again. */
  reset(): void
  close(): Promise<void>
}

/** Forwards a free port to another one. */
export async function startNetwork(to: number): Promise<Network> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    keep(near)
    if (!isCut) join(near, keep(connect(to, '127.0.0.1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }

  function join(near: Socket, far: Socket): void {
    for (const [from, onward] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => isCut || onward.write(bytes)).on('close', () => isCut || onward.destroy())
    }
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
    },
    reset() {
      isCut = false
      for (const socket of sockets) socket.resetAndDestroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

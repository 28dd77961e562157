import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection between a node and its database that can be cut. */
export interface Network {
  port: number
  /** Drops all data silently, on present and new connections. */
  cut(): void
  /** Destroys all connections, and accepts new ones. */
  reset(): void
  close(): Promise<void>
}

/** Forwards a free port to another port. */
export async function startNetwork(to: number): Promise<Network> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    track(near)
    if (!isCut) join(near, track(connect(to, '127.0.0.1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function track(socket: Socket): Socket {
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

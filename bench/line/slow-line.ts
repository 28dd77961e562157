import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Payload of a packet on a mobile connection. */
const PACKET_BYTES = 1400
const TURN_MS = 5
/** Buffer per connection; a faster server waits. */
const QUEUED_BYTES = 64 * 1024

export interface SlowLine {
  address: string
  /** Sets the local port that it forwards to. */
  leadTo(port: number): void
  /** Bytes received by the client so far. */
  received(): number
  close(): void
}

/**
 * Opens a proxy to a local server with the speed of a phone's connection: each connection starts with a round trip, all
 * share the bandwidth, and bytes in flight on a closed connection are dropped.
 */
export async function openSlowLine({
  bytesPerSecond,
  roundTripMs,
}: {
  bytesPerSecond: number
  roundTripMs: number
}): Promise<SlowLine> {
  const queues = new Map<Socket, { packets: Buffer[]; bytes: number; upstream: Socket }>()
  let port = 0
  let total = 0
  let credit = 0
  let last = performance.now()

  const server = createServer({ noDelay: true }, async (socket) => {
    socket.on('error', () => {})
    socket.pause()
    // The TCP handshake.
    await sleep(roundTripMs)
    if (socket.destroyed) return
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true })
    const queue = { packets: [] as Buffer[], bytes: 0, upstream }
    queues.set(socket, queue)
    upstream.on('error', () => socket.destroy())
    upstream.on('data', (data: Buffer) => {
      for (let start = 0; start < data.length; start += PACKET_BYTES) {
        queue.packets.push(data.subarray(start, start + PACKET_BYTES))
      }
      queue.bytes += data.length
      if (queue.bytes > QUEUED_BYTES) upstream.pause()
    })
    upstream.on('end', () => void endWhenSent(socket, queue))
    socket.on('data', (data: Buffer) => setTimeout(() => upstream.writable && upstream.write(data), roundTripMs / 2))
    socket.on('close', () => {
      queues.delete(socket)
      upstream.destroy()
    })
    socket.resume()
  })

  async function endWhenSent(socket: Socket, queue: { bytes: number }) {
    while (queue.bytes > 0 && !socket.destroyed) await sleep(TURN_MS)
    await sleep(roundTripMs)
    socket.end()
  }

  /** Sends packets of all connections, round robin. */
  function turn() {
    const now = performance.now()
    credit = Math.min(bytesPerSecond / 10, credit + ((now - last) * bytesPerSecond) / 1000)
    last = now
    for (let isSent = true; credit > 0 && isSent; ) {
      isSent = false
      for (const [socket, queue] of queues) {
        const packet = queue.packets.shift()
        if (!packet) continue
        isSent = true
        queue.bytes -= packet.length
        credit -= packet.length
        total += packet.length
        setTimeout(() => socket.writable && socket.write(packet), roundTripMs / 2)
        if (queue.bytes < QUEUED_BYTES && queue.upstream.isPaused()) queue.upstream.resume()
      }
    }
    if (credit > 0 && ![...queues.values()].some(({ packets }) => packets.length > 0)) credit = 0
  }

  const turning = setInterval(turn, TURN_MS)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port: ownPort } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${ownPort}`,
    leadTo(target) {
      port = target
    },
    received: () => total,
    close() {
      clearInterval(turning)
      server.close()
      for (const socket of queues.keys()) socket.destroy()
    },
  }
}

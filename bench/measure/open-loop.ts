import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** How long to wait for answers after the last request. */
const PATIENCE_MS = 30_000

/**
 * Sends the requests of `next` at a fixed rate, whether or not earlier ones were answered (open loop). Returns
 * latencies in milliseconds, counted from the due time, so that a stalled server is charged for every delayed or
 * unanswered request. Busy-waits between events, since timers would be late by as much as is measured.
 */
export async function sendAtRate(
  address: string,
  next: () => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const { hostname, port } = new URL(address)
  const total = perSecond * seconds
  const latencies: number[] = []
  const waiting = new Set<number>()
  const idle: Connection[] = []
  const open: Connection[] = []
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = setTimeout(resolve, seconds * 1000 + PATIENCE_MS)
  await Promise.all(Array.from({ length: 8 }, async () => idle.push(await openConnection())))

  const startedAt = performance.now()
  let sent = 0
  sendWhatIsDue()
  try {
    await finished
    const now = performance.now()
    return [...latencies, ...[...waiting].map((dueAt) => now - dueAt)]
  } finally {
    clearTimeout(giveUp)
    sent = total
    for (const { socket } of open) socket.destroy()
  }

  function sendWhatIsDue(): void {
    for (; sent < total; sent++) {
      const dueAt = startedAt + (sent * 1000) / perSecond
      if (dueAt > performance.now()) break
      send(next(), dueAt).catch(reject)
    }
    if (sent < total) setImmediate(sendWhatIsDue)
  }

  async function send(request: string, dueAt: number): Promise<void> {
    waiting.add(dueAt)
    // Takes the longest idle connection, so that the server closes none of them.
    const connection = idle.shift() ?? (await openConnection())
    connection.onAnswer = (status) => {
      waiting.delete(dueAt)
      latencies.push(performance.now() - dueAt)
      idle.push(connection)
      if (status >= 400) reject(new Error(`a request was answered ${status}`))
      if (latencies.length === total) resolve()
    }
    connection.socket.write(request)
  }

  async function openConnection(): Promise<Connection> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection: Connection = { socket, onAnswer: () => {} }
    open.push(connection)
    await once(socket, 'connect')
    socket.on('error', reject)
    readAnswers(socket, (status) => connection.onAnswer(status))
    return connection
  }
}

interface Connection {
  socket: Socket
  onAnswer: (status: number) => void
}

/** Calls `onAnswer` for each complete answer. Supports only short answers with a content length. */
function readAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = received.toString('latin1', 0, headEnd)
    const length = headEnd + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
    if (received.length < length) return
    received = received.subarray(length)
    onAnswer(Number(head.slice(9, 12)))
  })
}

import type { ServerResponse } from 'node:http'

/** Event streams that one member may have open on one node. */
const STREAMS_EACH = 10

export type StreamsOfMember = ReturnType<typeof createStreamsOfMember>

/**
 * Creates a registry of each member's event streams, oldest first. At the limit, a new one closes the oldest with
 * `close`.
 */
export function createStreamsOfMember(close: (oldest: ServerResponse) => void) {
  const streams = new Map<number, ServerResponse[]>()

  return {
    /** Adds a stream. Returns a function that removes it. */
    add(memberId: number, stream: ServerResponse): () => void {
      const open = streams.get(memberId) ?? []
      streams.set(memberId, open)
      const oldest = open.length >= STREAMS_EACH ? open.shift() : undefined
      open.push(stream)
      if (oldest) close(oldest)
      return () => {
        const at = open.indexOf(stream)
        if (at >= 0) open.splice(at, 1)
        if (open.length === 0 && streams.get(memberId) === open) streams.delete(memberId)
      }
    },
    /** Sends an event to all of a member's streams on this node. */
    send(memberId: number, event: string): void {
      for (const stream of streams.get(memberId) ?? []) if (!stream.writableEnded) stream.write(event)
    },
  }
}

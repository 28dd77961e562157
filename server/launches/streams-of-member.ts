import type { ServerResponse } from 'node:http'

/** Event streams that one member may have open on one node. */
const STREAMS_EACH = 10

export type StreamsOfMember = ReturnType<typeof createStreamsOfMember>

/** The event streams of each member, oldest first. One more than a member may have closes the oldest, through `close`. */
export function createStreamsOfMember(close: (oldest: ServerResponse) => void) {
  const streams = new Map<number, ServerResponse[]>()

  return {
    /** Returns what to call when the stream closes by itself. */
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
    /** Sends an event on all that the member has open on this node. */
    send(memberId: number, event: string): void {
      for (const stream of streams.get(memberId) ?? []) if (!stream.writableEnded) stream.write(event)
    },
  }
}

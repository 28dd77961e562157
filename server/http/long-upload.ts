import type { Socket } from 'node:net'

const uploading = new WeakSet<Socket>()

/**
 * Lets the request that arrives on this connection take longer than others may to arrive whole. What ends it is silence,
 * as of any connection. Returns what to call once it is here.
 */
export function allowLongUpload(socket: Socket): () => void {
  uploading.add(socket)
  return () => uploading.delete(socket)
}

/** Whether a request of this connection may go on although its time is over. */
export function isLongUpload(socket: Socket): boolean {
  return uploading.has(socket)
}

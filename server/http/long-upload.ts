import type { Socket } from 'node:net'

const uploading = new WeakSet<Socket>()

/**
 * Lifts the request timeout of a connection for one long upload; the idle timeout still ends it. Returns a function
 * that restores the timeout once the upload has arrived.
 */
export function allowLongUpload(socket: Socket): () => void {
  uploading.add(socket)
  return () => uploading.delete(socket)
}

/** Whether a request of this connection may go on although its time is over. */
export function isLongUpload(socket: Socket): boolean {
  return uploading.has(socket)
}

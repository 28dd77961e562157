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

/** Whether a connection has a long upload, which may exceed the request timeout. */
export function isLongUpload(socket: Socket): boolean {
  return uploading.has(socket)
}

import type { Socket } from 'node:net'

/** How long a stream is silent: the page takes a longer silence for a broken connection. */
const SILENCE_MS = 20_000
/** How long the last words may take; less than a service that stops has patience. */
const FAREWELL_MS = 5_000

/**
 * Keeps the connection of an open view, which says something whenever it was still for long. One that was not read
 * meanwhile is closed, as is one whose client left. What listens to it is the same for all: there are thousands.
 */
export function keepStream(socket: Socket, { silenceMs = SILENCE_MS } = {}): void {
  socket.on('timeout', speak).on('end', leave).on('error', ignore)
  socket.setTimeout(silenceMs).resume()
  socket.write(': open\n\n')
}

/** Says the last words and closes. A timer apart, as the connection's own begins anew whenever some of it was read. */
export function endStream(socket: Socket, text: string): void {
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
  socket.write(text)
  socket.destroySoon()
}

function speak(this: Socket): void {
  if (this.writableLength > 0) this.destroy()
  else this.write(': alive\n\n')
}

function leave(this: Socket): void {
  this.destroy()
}

function ignore(): void {}

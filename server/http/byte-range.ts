import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFile } from '../storage/files.ts'
import { matchesEtag } from './etag.ts'

/** A range of a file's bytes, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Answers a GET or HEAD with a stored file or the requested range of it (RFC 9110, sections 13 and 14), under the
 * headers already set on the reply. `etag` is strong and quoted. `onOpen` is called with a function that breaks the
 * answer off, and returns a callback for the end of the answer. The file is closed at the end, and when the client
 * leaves. Throws while nothing is sent; a later failure destroys the connection, so that no client takes a part for the
 * whole.
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  etag: string,
  onOpen: (end: () => void) => () => void = () => () => {},
): Promise<FastifyReply> {
  const validators = validatorsOf(file, etag)
  const modified = validators['Last-Modified']
  if (isUnchanged(request, etag, modified)) return reply.status(304).headers(validators).send()

  const range = isRangeWanted(request, etag, modified) ? readRange(request.headers.range, file.sizeBytes) : 'whole'
  if (range === 'unsatisfiable') {
    reply.status(416).headers(validators).removeHeader('Cache-Control')
    return reply.header('Content-Range', `bytes */${file.sizeBytes}`).send()
  }
  const { start, end } = range === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : range
  const length = end - start + 1
  const response = reply.raw
  if (request.method === 'HEAD') {
    writeHead()
    response.end()
    return reply
  }

  // The client left while the file was being found: read nothing.
  if (response.destroyed) return reply.hijack()
  const leaving = new AbortController()
  const socket = writerTo(response)
  response.once('close', () => {
    // A shared error: creating one for each closed response would cost more than the answer.
    if (!response.writableFinished) leaving.abort(LEFT)
  })
  const onClose = onOpen(() => response.destroy())
  try {
    const chunks = file.read(start, end, leaving.signal)[Symbol.asyncIterator]()
    // The file cannot be read at all: an error answer is still possible.
    const first = await chunks.next()
    writeHead()
    await writeBytes(socket, first, chunks, length)
  } catch (error) {
    if (!reply.sent && !response.destroyed) throw error
    if (!reply.sent) reply.hijack()
    if (!leaving.signal.aborted) request.log.error({ err: error }, 'stored file not read')
    response.destroy()
  } finally {
    onClose()
  }
  return reply

  function writeHead(): void {
    const partial = range === 'whole' ? undefined : { 'Content-Range': `bytes ${start}-${end}/${file.sizeBytes}` }
    const headers = { ...reply.getHeaders(), ...validators, 'Content-Length': length, ...partial }
    reply.hijack()
    response.writeHead(partial ? 206 : 200, headers as OutgoingHttpHeaders)
  }
}

/** Headers that let a client request the rest of this very file. */
export function validatorsOf({ modifiedAt }: Pick<StoredFile, 'modifiedAt'>, etag: string) {
  const modified = new Date(Math.floor(modifiedAt / 1000) * 1000).toUTCString()
  return { ETag: etag, 'Last-Modified': modified, 'Accept-Ranges': 'bytes' }
}

const LEFT = 'the client left'

/**
 * Parses a `Range` header for a file of so many bytes. Anything but one well-formed byte range is ignored: the whole
 * file is always a valid answer.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length > 0 ? { start: sizeBytes - length, end: sizeBytes - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= sizeBytes) return 'unsatisfiable'
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}

/**
 * Writes chunks one by one: a chunk's buffer is reused once the socket has taken it. The last one ends the answer, so
 * that a single chunk goes out together with the headers.
 */
async function writeBytes(
  socket: ReturnType<typeof writerTo>,
  first: IteratorResult<Uint8Array>,
  chunks: AsyncIterator<Uint8Array>,
  length: number,
): Promise<void> {
  let written = 0
  try {
    for (let chunk = first; !chunk.done && socket.isOpen(); chunk = await chunks.next()) {
      written += chunk.value.length
      if (written === length) return await socket.end(chunk.value)
      await socket.write(chunk.value)
    }
    await socket.end()
  } finally {
    await chunks.return?.()
  }
}

/** Writes a chunk; resolves when it was sent, or lost with its connection. */
function writerTo(response: ServerResponse) {
  let goOn = () => {}
  response.once('close', () => goOn())

  function waitFor(begin: (done: () => void) => void): Promise<void> {
    if (response.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      goOn = resolve
      begin(resolve)
    })
  }
  return {
    isOpen: () => !response.destroyed,
    write: (chunk: Uint8Array) => waitFor((done) => response.write(chunk, () => done())),
    /** Resolves when the answer is over. */
    end: (chunk?: Uint8Array) => waitFor(() => response.end(chunk)),
  }
}

function isUnchanged({ headers }: FastifyRequest, etag: string, modified: string): boolean {
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= Date.parse(modified)
}

/** `If-Range` must match our tag or date exactly; otherwise the whole file is sent (RFC 9110, section 13.1.5). */
function isRangeWanted({ method, headers }: FastifyRequest, etag: string, modified: string): boolean {
  const ifRange = headers['if-range']
  return method === 'GET' && (typeof ifRange !== 'string' || ifRange === etag || ifRange === modified)
}

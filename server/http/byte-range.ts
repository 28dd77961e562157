import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFile } from '../storage/files.ts'
import { matchesEtag } from './etag.ts'

/** The part of a file that was asked for; both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Answers a GET or HEAD with a stored file or the range of it that was asked for (RFC 9110, sections 13 and 14), under
 * the headers already set on the reply. `etag` is strong and quoted. The file closes when the client leaves, or when
 * `onOpen`'s function is called; `onOpen` returns what to call once the answer is over. Throws while nothing is sent;
 * a file that breaks off later breaks the connection, so that a part is never taken for the whole.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  etag: string,
  onOpen: (end: () => void) => () => void = () => () => {},
): Promise<FastifyReply> {
  const modified = new Date(Math.floor(file.modifiedAt / 1000) * 1000).toUTCString()
  const validators = { ETag: etag, 'Last-Modified': modified, 'Accept-Ranges': 'bytes' }
  if (isUnchanged(request, etag, modified)) return reply.status(304).headers(validators).send()

  const range = isRangeWanted(request, etag, modified) ? readRange(request.headers.range, file.sizeBytes) : 'whole'
  if (range === 'unsatisfiable') {
    reply.status(416).headers(validators).removeHeader('Cache-Control')
    return reply.header('Content-Range', `bytes */${file.sizeBytes}`).send()
  }
  const { start, end } = range === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : range
  if (request.method === 'HEAD') {
    writeHead()
    reply.raw.end()
    return reply
  }

  const response = reply.raw
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  const onClose = onOpen(() => response.destroy())
  try {
    const pieces = file.read(start, end, leaving.signal)[Symbol.asyncIterator]()
    // What cannot be read at all can still be answered as what it is.
    const first = await pieces.next()
    writeHead()
    await writeBytes(response, first, pieces)
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
    if (range !== 'whole') {
      reply.status(206).header('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`)
    }
    reply.headers(validators).header('Content-Length', end - start + 1)
    reply.hijack()
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string | number | string[]>)
  }
}

/**
 * What a `Range` header asks of so many bytes. Anything but one well-formed range of bytes is as if there were none:
 * the whole is always a right answer.
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

/** Pieces are written one by one: each is only ours until the socket has taken it. */
async function writeBytes(
  response: ServerResponse,
  first: IteratorResult<Uint8Array>,
  pieces: AsyncIterator<Uint8Array>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve))
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) {
      const { value } = piece
      const written = new Promise<void>((resolve) => response.write(value, () => resolve()))
      await Promise.race([written, closed])
      if (response.destroyed) return
    }
    response.end()
  } finally {
    await pieces.return?.()
  }
}

function isUnchanged({ headers }: FastifyRequest, etag: string, modified: string): boolean {
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= Date.parse(modified)
}

/** `If-Range` must name exactly what we have, by tag or by date; otherwise the whole is sent (RFC 9110, section 13.1.5). */
function isRangeWanted({ method, headers }: FastifyRequest, etag: string, modified: string): boolean {
  const ifRange = headers['if-range']
  return method === 'GET' && (typeof ifRange !== 'string' || ifRange === etag || ifRange === modified)
}

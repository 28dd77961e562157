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
 * `onOpen`'s function is called; `onOpen` returns what to call once the answer is over.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  etag: string,
  onOpen: (end: () => void) => () => void = () => () => {},
): Promise<FastifyReply> {
  const modified = new Date(Math.floor(file.modifiedAt / 1000) * 1000).toUTCString()
  reply.header('ETag', etag).header('Last-Modified', modified).header('Accept-Ranges', 'bytes')
  if (isUnchanged(request, etag, modified)) return reply.status(304).send()

  const range = isRangeWanted(request, etag, modified) ? readRange(request.headers.range, file.sizeBytes) : 'whole'
  if (range === 'unsatisfiable') {
    return reply.status(416).removeHeader('Cache-Control').header('Content-Range', `bytes */${file.sizeBytes}`).send()
  }
  if (range !== 'whole') {
    reply.status(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  }
  const { start, end } = range === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : range
  reply.header('Content-Length', end - start + 1)

  reply.hijack()
  const response = reply.raw
  response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string | number | string[]>)
  if (request.method === 'HEAD') {
    response.end()
    return reply
  }
  const onClose = onOpen(() => response.destroy())
  try {
    await writeBytes(response, file.read(start, end))
  } catch (error) {
    request.log.error({ err: error }, 'stored file not read')
    response.destroy()
  } finally {
    onClose()
  }
  return reply
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
async function writeBytes(response: ServerResponse, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve))
  for await (const piece of pieces) {
    if (response.destroyed) return
    const written = new Promise<void>((resolve) => response.write(piece, () => resolve()))
    await Promise.race([written, closed])
    if (response.destroyed) return
  }
  response.end()
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

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding } from './accepts-encoding.ts'

/** Less than this fits in one packet as it is. */
const SMALL_BYTES = 1024
/** Beyond it brotli costs more time than the bytes it saves take on a phone's line. */
const BROTLI_QUALITY = 4

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Compresses an answer of text, in a thread of its own, where the asker takes it. For answers that repeat nothing that a
 * stranger can put into the request: no secret beside it can be guessed by its length.
 */
export async function compress(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  if (text.length < SMALL_BYTES) return text
  reply.header('Vary', 'Accept-Encoding')
  const accepted = request.headers['accept-encoding']
  if (acceptsEncoding(accepted, 'br')) {
    reply.header('Content-Encoding', 'br')
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    }
    return toBrotli(text, { params })
  }
  if (!acceptsEncoding(accepted, 'gzip')) return text
  reply.header('Content-Encoding', 'gzip')
  return toGzip(text)
}

/** An `onSend` hook: compresses what is read, and no answer to anything that was sent. */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  return request.method === 'GET' ? compressText(request, reply, payload) : payload
}

/** An `onSend` hook for answers that repeat nothing of what was sent. */
export async function compressText(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode !== 200) return payload
  return compress(request, reply, payload)
}

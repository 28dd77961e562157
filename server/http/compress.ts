import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding } from './accepts-encoding.ts'

/** Fits in one packet uncompressed. */
const SMALL_BYTES = 1024
/** Above this quality brotli takes longer than it saves on a phone’s connection. */
const BROTLI_QUALITY = 4

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Compresses a text answer with an encoding that the client accepts, in a thread of the pool. Only for answers that do
 * not repeat input of the request: otherwise their length would let an attacker guess a secret beside it (BREACH).
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

/** Compresses answers to GET only, as an `onSend` hook. */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  return request.method === 'GET' ? compressText(request, reply, payload) : payload
}

/** Compresses text, as an `onSend` hook for answers that repeat no input of the request. */
export async function compressText(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode !== 200) return payload
  return compress(request, reply, payload)
}

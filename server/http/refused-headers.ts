import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/**
 * Refuses a request that repeats `Authorization` or `Host`, since a proxy before us may have used the other value, and
 * one without `Host`, which only HTTP/1.0 allows (RFC 9110, section 5.3; RFC 9112, section 3.2).
 */
export function refuseInvalidHeaders({ raw }: FastifyRequest): void {
  const name = findRepeatedHeader(raw)
  if (name)
    throw new ApiError('VALIDATION', [`O cabeçalho ${name} foi enviado mais de uma vez. Envie-o uma única vez.`])
  if (raw.headers.host === undefined && raw.httpVersion !== '1.0')
    throw new ApiError('VALIDATION', ['Falta o cabeçalho Host, que o HTTP/1.1 exige.'])
}

/** Refuses a transfer coding besides `chunked` (RFC 9112, section 6.1), which Node would leave undecoded. */
export function refuseTransferCodings({ headers }: FastifyRequest): void {
  const coding = headers['transfer-encoding'] ?? 'chunked'
  if (coding.toLowerCase() !== 'chunked') throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
}

/** Returns the name of the first of these headers that occurs twice. */
export function findRepeatedHeader({ rawHeaders }: IncomingMessage): 'Authorization' | 'Host' | undefined {
  let hasAuthorization = false
  let hasHost = false
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 13 && name.toLowerCase() === 'authorization') {
      if (hasAuthorization) return 'Authorization'
      hasAuthorization = true
    } else if (name.length === 4 && name.toLowerCase() === 'host') {
      if (hasHost) return 'Host'
      hasHost = true
    }
  }
  return undefined
}

import type { FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/**
 * Refuses a request that says twice who asks, or whom (RFC 9110, section 5.3; RFC 9112, section 3.2): a proxy before us may
 * have believed the other one.
 */
export function refuseRepeatedHeaders({ raw }: FastifyRequest): void {
  let hasAuthorization = false
  let hasHost = false
  // Names and values in turn, as they came.
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    const name = raw.rawHeaders[index] as string
    if (name.length === 13 && name.toLowerCase() === 'authorization') {
      if (hasAuthorization) throw repeated('Authorization')
      hasAuthorization = true
    } else if (name.length === 4 && name.toLowerCase() === 'host') {
      if (hasHost) throw repeated('Host')
      hasHost = true
    }
  }
}

function repeated(name: string): ApiError {
  return new ApiError('VALIDATION', [`O cabeçalho ${name} foi enviado mais de uma vez. Envie-o uma única vez.`])
}

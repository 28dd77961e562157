import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from './errors.ts'

// The embedded application and its books; everything else belongs to the partners' host.
const PLAY_ONLY = /^\/(?:play\/v1\/|launch$|assets\/|explorar$|ler$|biblioteca$|perfil$|player\/|leitor\/|$)/
const ON_BOTH = /^\/(?:capas\/|healthz$|readyz$|favicon\.)/

/**
 * When the two addresses differ, each host answers only its own: a book must never share an origin with the panel or
 * with the partners' API. With one address there is nothing to keep apart.
 */
export function hostGate(config: Config): ((request: FastifyRequest) => Promise<void>) | undefined {
  if (config.baseUrl === config.playUrl) return undefined
  const playHost = new URL(config.playUrl).host
  return async (request) => {
    const path = request.url.replace(/[?#].*$/s, '')
    if (ON_BOTH.test(path)) return
    if ((request.host === playHost) !== PLAY_ONLY.test(path)) throw new ApiError('NOT_FOUND')
  }
}

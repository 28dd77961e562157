import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from './errors.ts'
import { isPageRequest } from './not-found.ts'

// The embedded application and its books; everything else belongs to the partners' host.
const PLAY_ONLY = /^\/(?:play\/v1\/|launch$|assets\/|explorar$|ler$|biblioteca$|perfil$|player\/|leitor\/|$)/
// The partner's panel, on one host only: its cookie belongs to that host.
const PANEL = /^\/(?:painel(?:\/|$)|panel\/)/
const ON_BOTH = /^\/(?:capas\/|marcas\/|healthz$|readyz$|favicon\.|\.well-known\/security\.txt$)/

type Addresses = Pick<Config, 'baseUrl' | 'playUrl'>

/** Whether a request came to the embedded application's host; any did, when it has none of its own. */
export function playHost({ baseUrl, playUrl }: Addresses): (request: FastifyRequest) => boolean {
  if (baseUrl === playUrl) return () => true
  return requestsTo(playUrl)
}

function requestsTo(address: string): (request: FastifyRequest) => boolean {
  const { protocol, host } = new URL(address)
  // In whatever case, and with the protocol's own port or without. No proxy's word is taken: a page could say it, too.
  return ({ headers }) => URL.parse(`${protocol}//${headers.host}`)?.host === host
}

/**
 * When the two addresses differ, each host answers only its own: a book must never share an origin with the panel or
 * with the partners' API. With one address there is nothing to keep apart.
 */
export function hostGate(config: Addresses): ((request: FastifyRequest) => Promise<void>) | undefined {
  if (config.baseUrl === config.playUrl) return undefined
  const isPlayHost = playHost(config)
  const isBaseHost = requestsTo(config.baseUrl)
  return async (request) => {
    const path = request.url.replace(/[?#].*$/s, '')
    if (ON_BOTH.test(path)) return
    if (PANEL.test(path) && !isBaseHost(request)) throw new ApiError('NOT_FOUND')
    const isPlay = PLAY_ONLY.test(path) || (request.is404 && isPlayHost(request) && isPageRequest(request))
    if (isPlay !== isPlayHost(request)) throw new ApiError('NOT_FOUND')
  }
}

import { LAUNCH_PATH, screenPatterns } from '@estante/contract/screens.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from './errors.ts'
import { isPageRequest } from './not-found.ts'

// The embedded application's API, files and pages; everything else belongs to the partners' host.
const PLAY_ONLY = /^\/(?:play\/v1|assets)\//
const PAGES = new Set([LAUNCH_PATH, ...screenPatterns()])
// The panel is on one host only, to which its cookie belongs.
const PANEL = /^\/(?:painel(?:\/|$)|panel\/)/
const ON_BOTH = /^\/(?:capas\/|marcas\/|healthz$|readyz$|favicon\.|\.well-known\/security\.txt$)/

type Addresses = Pick<Config, 'baseUrl' | 'playUrl'>

/** Whether a request came to the embedded application's host; always true when both origins are equal. */
export function playHost({ baseUrl, playUrl }: Addresses): (request: FastifyRequest) => boolean {
  if (baseUrl === playUrl) return () => true
  return requestsTo(playUrl)
}

function requestsTo(address: string): (request: FastifyRequest) => boolean {
  const { protocol, host } = new URL(address)
  // Case-insensitive, the default port is optional. Proxy headers are ignored: a page could forge them.
  return ({ headers }) => URL.parse(`${protocol}//${headers.host}`)?.host === host
}

/**
 * Makes each of two different hosts answer only its own addresses: a book must never share an origin with the panel or
 * the Partner API.
 */
export function hostGate(config: Addresses): ((request: FastifyRequest) => Promise<void>) | undefined {
  if (config.baseUrl === config.playUrl) return undefined
  const isPlayHost = playHost(config)
  const isBaseHost = requestsTo(config.baseUrl)
  return async (request) => {
    const path = request.url.replace(/[?#].*$/s, '')
    if (ON_BOTH.test(path)) return
    if (PANEL.test(path) && !isBaseHost(request)) throw new ApiError('NOT_FOUND')
    const isPage = request.is404
      ? isPlayHost(request) && isPageRequest(request)
      : PAGES.has(request.routeOptions.url ?? '')
    const isPlay = PLAY_ONLY.test(path) || isPage
    if (isPlay !== isPlayHost(request)) throw new ApiError('NOT_FOUND')
  }
}

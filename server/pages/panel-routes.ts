import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { OPEN_TO_ANYONE } from '../http/access.ts'
import { serveBuiltFiles } from '../http/built-files.ts'

const BUILT = new URL('../../panel/dist/', import.meta.url)
const NONCE_MARK = '__CSP_NONCE__'

/** Serves the panel: one page for every address below `/painel`, and its built files. */
export function panelPageRoutes(app: FastifyInstance, { playUrl }: Pick<Config, 'playUrl'>, built = BUILT): void {
  if (!existsSync(new URL('index.html', built))) return
  const page = readFileSync(new URL('index.html', built), 'utf8')
  serveBuiltFiles(app, '/painel/assets', new URL('assets/', built))
  for (const path of ['/painel', '/painel/*']) app.get(path, OPEN_TO_ANYONE, (_, reply) => sendPage(reply))

  function sendPage(reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .headers(pageHeaders(nonce, new URL(playUrl).origin))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_MARK, nonce))
  }
}

/**
 * Returns the headers of the page: no framing, inline scripts or other hosts; frames only the view; sends no referrer.
 */
function pageHeaders(nonce: string, viewOrigin: string): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      `frame-src ${viewOrigin}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ].join('; '),
  }
}

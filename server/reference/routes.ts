import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OPEN_TO_ANYONE } from '../http/access.ts'
import { matchesEtag } from '../http/etag.ts'
import { GUIDE_PAGES, guidePath } from './guide-pages.ts'
import type { OpenApi } from './openapi.ts'

const OPENAPI = new URL('../../contract/partner-v1.openapi.json', import.meta.url)
const SDK_FOLDER = new URL('../../sdk/dist/', import.meta.url)

/**
 * Serves the public documentation: the OpenAPI description and the reference made from it, the guide, both with our
 * addresses, and the package of the SDK, once it is built.
 */
export function referenceRoutes(
  app: FastifyInstance,
  { baseUrl, playUrl }: { baseUrl: string; playUrl: string },
): void {
  const json = 'application/json; charset=utf-8'
  // Looked up here, not on import: the demo loads this file before it builds the SDK.
  const [sdkTarball] = globSync('*.tgz', { cwd: fileURLToPath(SDK_FOLDER) })
  if (sdkTarball) {
    sendAlways(app, `/docs/${sdkTarball}`, 'application/gzip', () => readFile(new URL(sdkTarball, SDK_FOLDER)))
    const message = `O serviço só tem a versão atual do SDK: ${baseUrl}/docs/${sdkTarball}. Instale-a no lugar desta.`
    app.get('/docs/:tarball(^estante-sdk-.+\\.tgz$)', OPEN_TO_ANYONE, async (_, reply) => {
      // npm prints `error`.
      return reply.status(404).send({ statusCode: 404, code: 'NOT_FOUND', message, error: message })
    })
  }
  sendAlways(app, '/partner/v1/openapi.json', json, async () => JSON.stringify(await readApi(baseUrl), null, 2))
  sendAlways(app, '/docs', 'text/html; charset=utf-8', async () => {
    // Highlighting is loaded, and the page built, at the first request.
    const { renderReference } = await import('./page.ts')
    return renderReference(await readApi(baseUrl), { baseUrl, playUrl, sdkTarball })
  })
  for (const page of GUIDE_PAGES) {
    sendAlways(app, guidePath(page), 'text/html; charset=utf-8', async () => {
      const { renderGuide } = await import('./page.ts')
      return renderGuide(await readApi(baseUrl), page, { baseUrl, playUrl })
    })
  }
  sendAlways(app, '/docs/reference.css', 'text/css; charset=utf-8', () => readOwn('reference.css'))
  sendAlways(app, '/docs/reference.js', 'text/javascript; charset=utf-8', () => readOwn('reference.js'))
  sendAlways(app, '/docs/icon.svg', 'image/svg+xml', () => readOwn('icon.svg'))
  app.get('/docs/', OPEN_TO_ANYONE, async (_, reply) => reply.redirect('/docs', 301))
}

async function readApi(baseUrl: string): Promise<OpenApi> {
  const api = JSON.parse(await readFile(OPENAPI, 'utf8')) as OpenApi
  api.servers[0].variables.base_url.default = baseUrl
  api.info.contact.url = `${baseUrl}/docs`
  return api
}

function readOwn(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}

// No other hosts, no inline code, no framing.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves a body that is built at the first request, with an entity tag (RFC 9110, section 13). */
function sendAlways(app: FastifyInstance, url: string, type: string, make: () => Promise<string | Buffer>): void {
  const tag = (body: string | Buffer) => ({ body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` })
  let answer: Promise<ReturnType<typeof tag>> | undefined
  app.get(url, OPEN_TO_ANYONE, async (request: FastifyRequest, reply: FastifyReply) => {
    answer ??= make()
      .then(tag)
      .catch((error) => {
        answer = undefined
        throw error
      })
    const { body, etag } = await answer
    reply.headers({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      ETag: etag,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type(type).send(body)
  })
}

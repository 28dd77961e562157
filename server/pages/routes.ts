import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { LAUNCH_PATH, screenPatterns } from '@estante/contract/screens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFrameLimit } from '../appearance/frame-origins.ts'
import type { Context } from '../context.ts'
import { OPEN_TO_ANYONE } from '../http/access.ts'
import { serveBuiltFiles } from '../http/built-files.ts'
import { compress } from '../http/compress.ts'
import type { SendPage } from '../http/not-found.ts'

const BUILT = new URL('../../play/dist/', import.meta.url)
const NONCE_MARK = '__CSP_NONCE__'
const FIRST_FILES_MARK = '__FIRST_FILES__'

/**
 * Serves the embedded application's files. Returns a function that answers with its page, for addresses that the
 * application routes.
 */
export function pageRoutes(app: FastifyInstance, context: Context): SendPage {
  const { config, db, log, files } = context
  if (!existsSync(new URL('index.html', BUILT))) {
    log.warn('the embedded application is not built: run npm run build')
    return sendNotBuilt
  }
  const page = readFileSync(new URL('index.html', BUILT), 'utf8')
  const firstFiles = readFirstFiles()
  const mediaSources = ["'self'", ...(files.links ? [files.links.origin] : [])].join(' ')
  serveBuiltFiles(app, '/assets', new URL('assets/', BUILT))
  // One page serves the launch and every screen; the application reads the address.
  for (const path of [LAUNCH_PATH, ...screenPatterns()]) app.get(path, OPEN_TO_ANYONE, sendPage)
  return sendPage

  /**
   * Returns the origins that may frame this launch: its partner's, if it lists any, and the panel, for its preview.
   * When they cannot be read, no other origin may: the page still shows the failure and offers a retry. Takes the first
   * token in the query of any path, like the page itself.
   */
  async function frameAncestors({ url }: FastifyRequest): Promise<string[]> {
    const token = partsOf(url).query.get('token')
    if (token === null) return []
    const origins = await readFrameLimit(db, token).catch((error) => {
      log.error({ err: error }, 'frame origins not read')
      return []
    })
    return origins ? [`frame-ancestors ${[...origins, new URL(config.baseUrl).origin].join(' ')}`] : []
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const furtherPolicy = await frameAncestors(request)
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .headers(pageHeaders(nonce, mediaSources, furtherPolicy))
      .type('text/html; charset=utf-8')
      .send(await compress(request, reply, pageFor(request).replaceAll(NONCE_MARK, nonce)))
  }

  /** Writes the page with the files of its first screen. */
  function pageFor({ url }: FastifyRequest): string {
    const { path, query } = partsOf(url)
    const opened = path === LAUNCH_PATH ? (query.get('redirect') ?? '/') : path
    const [, name = ''] = /^\/([a-z-]*)/.exec(opened) ?? []
    return page.replace(FIRST_FILES_MARK, (firstFiles.get(name) ?? firstFiles.get('')!).map(elementOf).join(''))
  }
}

/** Splits the address of any request: some, such as `//`, are no URL. */
function partsOf(url: string): { path: string; query: URLSearchParams } {
  const [, path = '', query] = /^([^?#]*)\??([^#]*)/.exec(url) ?? []
  return { path, query: new URLSearchParams(query) }
}

/**
 * Builds the headers of the page. Scripts need a nonce: with `self`, a file of a book could run. `no-store` and
 * `no-referrer`, since the page's address carried a launch token. Any origin may frame it, since partners embed the
 * view, unless `furtherPolicy` says otherwise. `mediaSources`: the origins of sound.
 */
function pageHeaders(nonce: string, mediaSources: string, furtherPolicy: string[]): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Content-Security-Policy': [
      "default-src 'self'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      // `blob:` is the page's own: it gives the player a recording fragment by fragment.
      `media-src ${mediaSources} blob:`,
      `connect-src ${mediaSources}`,
      "frame-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      ...furtherPolicy,
    ].join('; '),
  }
}

/** Reads the files of each screen, by the first segment of its path; the empty one stands for all others. */
function readFirstFiles(): Map<string, string[]> {
  return new Map(Object.entries(JSON.parse(readFileSync(new URL('first-files.json', BUILT), 'utf8'))))
}

/** Not a preload: WebKit keeps the failure of a preloaded file for as long as its process lives. */
function elementOf(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<script type="module" crossorigin nonce="${NONCE_MARK}" src="${file}"></script>`
}

async function sendNotBuilt(_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('A aplicação ainda não foi construída. Rode npm run build e reinicie o serviço.\n')
}

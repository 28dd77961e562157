import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { acceptsEncoding } from './accepts-encoding.ts'
import { OPEN_TO_ANYONE } from './access.ts'
import { matchesEtag } from './etag.ts'

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** The encodings that the build compresses files with, best first, and their file extensions. */
const CODINGS = [
  { coding: 'br', suffix: '.br' },
  { coding: 'gzip', suffix: '.gz' },
] as const

/**
 * Serves the files of a build, from memory: another build that replaces them takes effect at the next start, together
 * with its pages. Their names contain a hash of their content, so they are cacheable for ever.
 */
export function serveBuiltFiles(app: FastifyInstance, prefix: string, folder: URL): void {
  const files = readFiles(fileURLToPath(folder))
  app.get<{ Params: { '*': string } }>(`${prefix}/*`, OPEN_TO_ANYONE, async (request, reply) => {
    const name = request.params['*']
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
    if (type === undefined || !files.has(name)) return reply.callNotFound()
    const accepted = request.headers['accept-encoding']
    const compressed = CODINGS.find(
      ({ coding, suffix }) => files.has(name + suffix) && acceptsEncoding(accepted, coding),
    )
    const sent = name + (compressed?.suffix ?? '')
    const etag = `"${sent}"`
    reply.headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: etag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    if (compressed) reply.header('Content-Encoding', compressed.coding)
    return reply.type(type).send(files.get(sent))
  })
}

const builds = new Map<string, Map<string, Buffer>>()

/** Reads the files of a folder, once for all apps of the process. */
function readFiles(folder: string): Map<string, Buffer> {
  let files = builds.get(folder)
  if (!files) {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    files = new Map(entries.map(({ name }) => [name, readFileSync(join(folder, name))]))
    builds.set(folder, files)
  }
  return files
}

import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { OPEN_TO_ANYONE } from '../http/access.ts'
import { sendStoredFile } from '../http/byte-range.ts'
import { ApiError } from '../http/errors.ts'
import { COVER_WIDTHS, COVERS_PATH, coverFolder } from './cover.ts'

const COVER_NAMES = new Set(COVER_WIDTHS.map((width) => `${width}.webp`))

/** Covers are public and content-addressed: cacheable for ever. */
export function coverRoutes(app: FastifyInstance, { files }: Context): void {
  app.route<{ Params: { id: string; version: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${COVERS_PATH}/:id/:version/:name`,
    ...OPEN_TO_ANYONE,
    handler: async (request, reply) => {
      const { id, version, name } = request.params
      const isOurs = /^pub_[\w-]{36}$/.test(id) && /^[0-9a-f]{16}$/.test(version) && COVER_NAMES.has(name)
      const file = isOurs ? await files.open(`${coverFolder(id, version)}/${name}`) : undefined
      if (!file) throw new ApiError('NOT_FOUND')
      reply
        .type('image/webp')
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
      return sendStoredFile(request, reply, file, `"${version}-${name}"`)
    },
  })
}

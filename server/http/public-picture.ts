import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { OPEN_TO_ANYONE } from './access.ts'
import { sendStoredFile } from './byte-range.ts'
import { ApiError } from './errors.ts'

/**
 * Registers a route for stored pictures that are public and content-addressed: cacheable for ever, in any page.
 * `locate` returns undefined for an address that none of them has.
 */
export function publicPictureRoute<Params>(
  app: FastifyInstance,
  { files }: Pick<Context, 'files'>,
  url: string,
  locate: (params: Params) => { key: string; etag: string } | undefined,
): void {
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url,
    ...OPEN_TO_ANYONE,
    handler: async (request, reply) => {
      const picture = locate(request.params as Params)
      const file = picture && (await files.open(picture.key))
      if (!file) throw new ApiError('NOT_FOUND')
      reply
        .type('image/webp')
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
      return sendStoredFile(request, reply, file, picture.etag)
    },
  })
}

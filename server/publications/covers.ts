import type { Cover } from '@estante/contract/play/publications.ts'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../context.ts'
import type { Publication } from '../db/tables.ts'
import { sendFile } from '../http/byte-range.ts'
import { ApiError } from '../http/errors.ts'

/** Pixels. */
export const COVER_WIDTHS = [160, 320, 640] as const

const COVERS_PATH = '/capas'

/** Where a publication's covers of one version are stored; each is `{width}.webp`. */
export function coverFolder(publicationId: string, version: string): string {
  return `covers/${publicationId}/${version}`
}

/** Covers are public, and their address names their very bytes: whoever has one keeps it for good. */
export function coverRoutes(app: FastifyInstance, { files }: Context): void {
  app.route<{ Params: { id: string; version: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${COVERS_PATH}/:id/:version/:name`,
    handler: async (request, reply) => {
      const { id, version, name } = request.params
      const isOurs = /^pub_[\w-]{36}$/.test(id) && /^[0-9a-f]{16}$/.test(version) && /^(160|320|640)\.webp$/.test(name)
      const file = isOurs ? await files.open(`${coverFolder(id, version)}/${name}`) : undefined
      if (!file) throw new ApiError('NOT_FOUND')
      reply
        .type('image/webp')
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('X-Content-Type-Options', 'nosniff')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
      return sendFile(request, reply, file, `"${version}-${name}"`)
    },
  })
}

type CoverRow = Pick<Publication, 'id' | 'cover_version'>

/** The whole address of the largest cover, for partners. */
export function coverUrl(baseUrl: string, publication: CoverRow): string {
  return baseUrl + coverPath(publication, 640)
}

/** The cover as the embedded application shows it. */
export function toCover(row: CoverRow & Pick<Publication, 'cover_ratio' | 'cover_color'>): Static<typeof Cover> {
  return {
    url: coverPath(row, 640),
    srcset: COVER_WIDTHS.map((width) => `${coverPath(row, width)} ${width}w`).join(', '),
    ratio: row.cover_ratio,
    color: row.cover_color,
  }
}

/** Where a cover is, at one width. */
export function coverPath({ id, cover_version }: CoverRow, width: (typeof COVER_WIDTHS)[number]): string {
  return `${COVERS_PATH}/${id}/${cover_version}/${width}.webp`
}

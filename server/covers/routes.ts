import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { publicPictureRoute } from '../http/public-picture.ts'
import { COVER_WIDTHS, COVERS_PATH, coverFolder } from './cover.ts'

const COVER_NAMES = new Set(COVER_WIDTHS.map((width) => `${width}.webp`))

export function coverRoutes(app: FastifyInstance, context: Context): void {
  const url = `${COVERS_PATH}/:id/:version/:name`
  publicPictureRoute<{ id: string; version: string; name: string }>(app, context, url, ({ id, version, name }) => {
    const isOurs = /^pub_[\w-]{36}$/.test(id) && /^[0-9a-f]{16}$/.test(version) && COVER_NAMES.has(name)
    return isOurs ? { key: `${coverFolder(id, version)}/${name}`, etag: `"${version}-${name}"` } : undefined
  })
}

import type { Readable } from 'node:stream'
import * as contract from '@estante/contract/panel/appearance.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import { ApiError, TooManyAttempts } from '../http/errors.ts'
import { publicPictureRoute } from '../http/public-picture.ts'
import { serve } from '../http/serve.ts'
import { partnerOf } from '../tenancy.ts'
import { changeAppearance, readAppearance } from './appearance.ts'
import { LOGO_ROUTE, logoFolder } from './brand.ts'
import { dropLogo, storeLogo } from './logo.ts'

const LOGO_LIMIT_BYTES = 1024 * 1024
/** Pictures of one partner that arrive or wait to be drawn: each is held in memory. */
const LOGOS_AT_ONCE = 10
/** About the time to draw one. */
const LOGO_RETRY_MS = 1000

/** Registers the panel's routes for how a partner's members see the service. */
export function appearanceRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, contract.getAppearance, async ({ request }) => readAppearance(db.read, partnerOf(request)))

  serve(app, contract.changeAppearance, async ({ body, request }) => {
    const partnerId = partnerOf(request)
    await changeAppearance(context, partnerId, body, request.admin.adminId, actorOf(request))
    return readAppearance(db.read, partnerId)
  })

  serve(app, contract.removeLogo, async ({ request }) => {
    const partnerId = partnerOf(request)
    await dropLogo(context, partnerId, actorOf(request))
    return readAppearance(db.read, partnerId)
  })

  app.register(async (logos) => {
    // Streamed: the caller is authorized before the body is read.
    logos.addContentTypeParser('*', (_, body, done) => done(null, body))
    const uploading = new Map<number, number>()
    serve(logos, contract.changeLogo, async ({ request }) => {
      const partnerId = partnerOf(request)
      const others = uploading.get(partnerId) ?? 0
      if (others >= LOGOS_AT_ONCE) throw new TooManyAttempts(LOGO_RETRY_MS)
      uploading.set(partnerId, others + 1)
      try {
        await storeLogo(context, partnerId, await readPicture(request), actorOf(request))
      } finally {
        const left = (uploading.get(partnerId) ?? 0) - 1
        if (left > 0) uploading.set(partnerId, left)
        else uploading.delete(partnerId)
      }
      return readAppearance(db.read, partnerId)
    })
  })
}

export function logoRoutes(app: FastifyInstance, context: Context): void {
  publicPictureRoute<{ id: string; version: string }>(app, context, LOGO_ROUTE, ({ id, version }) => {
    const isOurs = /^ptn_[\w-]{36}$/.test(id) && /^[0-9a-f]{16}$/.test(version)
    return isOurs ? { key: `${logoFolder(id, version)}/logo.webp`, etag: `"${version}"` } : undefined
  })
}

/**
 * Reads the body, up to the limit. Throws `LOGO_TOO_LARGE`, and `UNUSABLE_LOGO` for a type that is no accepted picture.
 */
async function readPicture({ headers, body }: FastifyRequest): Promise<Uint8Array> {
  const isPicture = /^(image\/(png|jpeg|webp)|application\/octet-stream)\s*(;|$)/i.test(headers['content-type'] ?? '')
  if (!isPicture || typeof body !== 'object' || body === null) throw new ApiError('UNUSABLE_LOGO')
  if (Number(headers['content-length']) > LOGO_LIMIT_BYTES) throw new ApiError('LOGO_TOO_LARGE')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as Readable) {
    bytes += chunk.length
    if (bytes > LOGO_LIMIT_BYTES) throw new ApiError('LOGO_TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

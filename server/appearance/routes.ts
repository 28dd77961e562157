import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { isColor } from '@estante/contract/accent.ts'
import {
  changeAppearance,
  changeLogo,
  getAppearance,
  type PartnerAppearance,
  removeLogo,
} from '@estante/contract/panel/appearance.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import { readLastChange } from '../admins/last-change.ts'
import { appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { Partner } from '../db/tables.ts'
import { OPEN_TO_ANYONE } from '../http/access.ts'
import { sendFile } from '../http/byte-range.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { partnerOf } from '../tenancy.ts'
import { LOGO_ROUTE, logoFolder, toLogo } from './brand.ts'
import { fromColumn, readFrameOrigins, toColumn } from './frame-origins.ts'
import { dropLogo, storeLogo } from './logo.ts'

const LOGO_LIMIT_BYTES = 1024 * 1024

/** How a partner's members see the service, in the panel. */
export function appearanceRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context

  serve(app, getAppearance, async ({ request }) => readAppearance(db.read, partnerOf(request)))

  serve(app, changeAppearance, async ({ body, request }) => {
    const partnerId = partnerOf(request)
    const displayName = body.displayName?.trim() || null
    const accentColor = body.accentColor?.trim().toLowerCase() || null
    if (accentColor !== null && !isColor(accentColor)) {
      throw new ApiError('VALIDATION', ['A cor deve ter a forma #rrggbb, como #1c5743.'])
    }
    const origins = await readFrameOrigins(body.frameOrigins)
    await db.write(async (tx) => {
      // Locked until it is written: of two concurrent changes, the second sees the first.
      const partner = await tx
        .selectFrom('partner')
        .selectAll()
        .where('id', '=', partnerId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const isOther = body.version !== undefined && body.version !== versionOf(partner)
      const columns = { display_name: displayName, accent_color: accentColor, frame_origins: toColumn(origins) }
      // The same change again, after a lost answer: it is already written.
      if (isOther && versionOf(columns) !== versionOf(partner)) throw new ApiError('CHANGED_MEANWHILE')
      await tx
        .updateTable('partner')
        .set({ ...columns, appearance_changed_by: request.admin.adminId, appearance_changed_at: clock.now() })
        .where('id', '=', partnerId)
        .execute()
      await appendAudit(tx, clock.now(), actorOf(request), 'appearance-changed')
    })
    return readAppearance(db.read, partnerId)
  })

  serve(app, removeLogo, async ({ request }) => {
    const partnerId = partnerOf(request)
    await dropLogo(context, partnerId, actorOf(request))
    return readAppearance(db.read, partnerId)
  })

  app.register(async (logos) => {
    // Streamed: the caller is authorized before the body is read.
    logos.addContentTypeParser('*', (_, body, done) => done(null, body))
    serve(logos, changeLogo, async ({ request }) => {
      const partnerId = partnerOf(request)
      await storeLogo(context, partnerId, await readPicture(request), actorOf(request))
      return readAppearance(db.read, partnerId)
    })
  })
}

/** Logos are public and content-addressed: cacheable for ever. */
export function logoRoutes(app: FastifyInstance, { files }: Context): void {
  app.route<{ Params: { id: string; version: string } }>({
    method: ['GET', 'HEAD'],
    url: LOGO_ROUTE,
    ...OPEN_TO_ANYONE,
    handler: async (request, reply) => {
      const { id, version } = request.params
      const isOurs = /^ptn_[\w-]{36}$/.test(id) && /^[0-9a-f]{16}$/.test(version)
      const file = isOurs ? await files.open(`${logoFolder(id, version)}/logo.webp`) : undefined
      if (!file) throw new ApiError('NOT_FOUND')
      reply
        .type('image/webp')
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
      return sendFile(request, reply, file, `"${version}"`)
    },
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

async function readAppearance(db: Transaction, partnerId: number): Promise<PartnerAppearance> {
  const partner = await db.selectFrom('partner').selectAll().where('id', '=', partnerId).executeTakeFirstOrThrow()
  return {
    partnerName: partner.name,
    displayName: partner.display_name,
    accentColor: partner.accent_color,
    logo: toLogo(partner),
    frameOrigins: fromColumn(partner.frame_origins),
    version: versionOf(partner),
    changed: await readLastChange(db, partner.appearance_changed_by, partner.appearance_changed_at),
  }
}

/** A hash of the fields that a change writes. */
function versionOf(partner: Pick<Partner, 'display_name' | 'accent_color' | 'frame_origins'>): string {
  const { display_name, accent_color, frame_origins } = partner
  return createHash('sha256')
    .update(JSON.stringify([display_name, accent_color, frame_origins]))
    .digest('hex')
}

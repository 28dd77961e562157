import { join } from 'node:path'
import type { AuditDetail } from '@estante/contract/panel/audit.ts'
import {
  changeAvailability as changeAvailabilityRoute,
  changePublicationState as changePublicationStateRoute,
  editPublication as editPublicationRoute,
  getCatalogSummary,
  getPanelPublication,
  listPublications as listPublicationsRoute,
  type PanelPublicationDetail,
  previewPublication as previewPublicationRoute,
  putCover,
  removeCover,
} from '@estante/contract/panel/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf, requireRole } from '../admins/authenticate-admin.ts'
import { appendAudit, type PlainAct } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { ApiError } from '../http/errors.ts'
import { leaveBodies, receiveFile } from '../http/receive-file.ts'
import { serve } from '../http/serve.ts'
import { issuePreview } from '../previews/preview.ts'
import { withWorkFolder } from '../storage/work-folder.ts'
import { editPublication, putCoverByHand, removeCoverByHand } from './edit-publication.ts'
import { countTitles, listTitles, readTitle } from './panel-publication.ts'
import { changeAvailability, changePublicationState } from './publish.ts'

const PAGE_LENGTH = 50
const PICTURE_BYTES = 10 * 1024 ** 2
const PICTURE_TYPES = /^(?:image\/(?:jpeg|png|webp|gif|avif)|application\/octet-stream)$/i

/** The titles of the catalog, for operators. What is done here holds at once, on every node. */
export function panelPublicationRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, files, signingKey } = context

  serve(app, listPublicationsRoute, async ({ query, request }) => {
    requireRole(request, 'operator')
    const { cursor, ...wanted } = query
    const beforeId = cursor === undefined ? undefined : decodeCursor(signingKey, 'titles', cursor)
    const rows = await listTitles(db, clock.now(), { ...wanted, beforeId, limit: PAGE_LENGTH + 1 })
    const items = rows.slice(0, PAGE_LENGTH)
    const last = rows.length > PAGE_LENGTH ? items.at(-1) : undefined
    return { items, nextCursor: last ? encodeCursor(signingKey, 'titles', last.id) : null }
  })

  serve(app, getCatalogSummary, async ({ request }) => {
    requireRole(request, 'operator')
    return countTitles(db, clock.now())
  })

  serve(app, getPanelPublication, async ({ params, request }) => {
    requireRole(request, 'operator')
    return read(params.id)
  })

  serve(app, editPublicationRoute, async ({ params: { id }, body, request }) => {
    requireRole(request, 'operator')
    const title = await read(id)
    const isFound = await editPublication(context, id, request.admin.adminId, body, (tx, changed) =>
      writeDown(request, 'publication-edited', title, { fields: changed.join(', ') })(tx),
    )
    return answer(id, isFound)
  })

  app.register(async (uploads) => {
    leaveBodies(uploads)
    serve(uploads, putCover, async ({ params: { id }, request, reply }) => {
      requireRole(request, 'operator')
      const title = await read(id)
      return withWorkFolder(files, async (work) => {
        const picture = join(work, 'picture')
        const limit = { type: PICTURE_TYPES, maxBytes: PICTURE_BYTES, tooLarge: 'PICTURE_TOO_LARGE' } as const
        await receiveFile(request, reply, picture, limit)
        return answer(id, await putCoverByHand(context, id, picture, writeDown(request, 'cover-changed', title)))
      })
    })
  })

  serve(app, removeCover, async ({ params: { id }, request }) => {
    requireRole(request, 'operator')
    const title = await read(id)
    return answer(id, await removeCoverByHand(context, id, writeDown(request, 'cover-removed', title)))
  })

  serve(app, changePublicationStateRoute, async ({ params: { id }, body, request }) => {
    requireRole(request, 'operator')
    const title = await read(id)
    const { state, from, until } = body
    const act = (
      { published: 'publication-published', draft: 'publication-drafted', withdrawn: 'publication-withdrawn' } as const
    )[state]
    const detail = { ...(from && { from }), ...(until && { until }) }
    return answer(id, await changePublicationState(context, id, body, writeDown(request, act, title, detail)))
  })

  serve(app, changeAvailabilityRoute, async ({ params: { id }, body, request }) => {
    requireRole(request, 'operator')
    const title = await read(id)
    const detail: AuditDetail = body.partnerIds === null ? {} : { partners: body.partnerIds.length }
    const alongside = writeDown(request, 'availability-changed', title, detail)
    return answer(id, await changeAvailability(context, id, body, alongside))
  })

  serve(app, previewPublicationRoute, async ({ params: { id }, request }) => {
    requireRole(request, 'operator')
    const title = await read(id)
    const path = screenPath({ name: title.type === 'audiobook' ? 'player' : 'reader', id })
    const { adminId, email } = request.admin
    const { launchUrl, expiresAt } = await issuePreview(context, { adminId, name: email }, path)
    await db.write(writeDown(request, 'publication-previewed', title))
    return { launchUrl, expiresAt: new Date(expiresAt).toISOString() }
  })

  /** Throws `PUBLICATION_NOT_FOUND`. */
  async function read(id: string): Promise<PanelPublicationDetail> {
    const title = await readTitle(context, id)
    if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
    return title
  }

  async function answer(id: string, isFound: boolean): Promise<PanelPublicationDetail> {
    if (!isFound) throw new ApiError('PUBLICATION_NOT_FOUND')
    return read(id)
  }

  function writeDown(
    request: FastifyRequest,
    act: PlainAct,
    { id, title }: PanelPublicationDetail,
    detail: AuditDetail = {},
  ): (tx: Transaction) => Promise<void> {
    return (tx) => appendAudit(tx, clock.now(), actorOf(request), act, title, { id, ...detail })
  }
}

import { join } from 'node:path'
import * as contract from '@estante/contract/panel/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { disableBodyParsing, receiveFile } from '../http/receive-file.ts'
import { serve } from '../http/serve.ts'
import { issuePreview } from '../previews/preview.ts'
import { withWorkFolder } from '../storage/work-folder.ts'
import { changeDrafts, changePublicationState } from './change-state.ts'
import { editPublication, putUploadedCover, removeUploadedCover } from './edit-publication.ts'
import { featurePublication, unfeaturePublication } from './featured.ts'
import { listPanelPublications, readPanelPublication, summarizeCatalog } from './panel-publication.ts'
import { restrictToPartners } from './restrict-to-partners.ts'

const PAGE_LENGTH = 50
const PICTURE_BYTES = 10 * 1024 ** 2
const PICTURE_TYPES = /^(?:image\/(?:jpeg|png|webp|gif|avif)|application\/octet-stream)$/i

/** Registers the routes of the catalog's titles, for operators. Changes apply at once, on every node. */
export function panelPublicationRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, files } = context

  serve(app, contract.listPublications, async ({ query }) => {
    const { cursor, ...wanted } = query
    return keysetPage(context, 'titles', cursor, {
      size: PAGE_LENGTH,
      read: (beforeId, limit) => listPanelPublications(db, clock.now(), wanted, beforeId, limit),
      keyOf: ({ id }) => id,
    })
  })

  serve(app, contract.getCatalogSummary, async () => summarizeCatalog(db, clock.now()))

  serve(app, contract.getPanelPublication, async ({ params }) => read(params.id))

  serve(app, contract.editPublication, async ({ params: { id }, body, request }) =>
    answer(id, await editPublication(context, id, request.admin.adminId, body, actorOf(request))),
  )

  app.register(async (uploads) => {
    disableBodyParsing(uploads)
    serve(uploads, contract.putCover, async ({ params: { id }, request, reply }) => {
      await read(id)
      return withWorkFolder(files, async (work) => {
        const picture = join(work, 'picture')
        const limit = { type: PICTURE_TYPES, maxBytes: PICTURE_BYTES, tooLarge: 'PICTURE_TOO_LARGE' } as const
        await receiveFile(request, reply, picture, limit)
        return answer(id, await putUploadedCover(context, id, picture, actorOf(request)))
      })
    })
  })

  serve(app, contract.removeCover, async ({ params: { id }, request }) =>
    answer(id, await removeUploadedCover(context, id, actorOf(request))),
  )

  serve(app, contract.changePublicationState, async ({ params: { id }, body, request }) =>
    answer(id, await changePublicationState(context, id, body, actorOf(request))),
  )

  serve(app, contract.changeDrafts, async ({ body, request }) => ({
    items: await changeDrafts(context, body, actorOf(request)),
  }))

  serve(app, contract.restrictToPartners, async ({ params: { id }, body, request }) =>
    answer(id, await restrictToPartners(context, id, body, actorOf(request))),
  )

  serve(app, contract.featurePublication, async ({ params: { id }, body, request }) => {
    const change = body.isFeatured ? featurePublication : unfeaturePublication
    return answer(id, await change(context, id, actorOf(request)))
  })

  serve(app, contract.previewPublication, async ({ params: { id }, request }) => {
    const title = await read(id)
    const path = screenPath({ name: title.type === 'audiobook' ? 'player' : 'reader', id })
    const { adminId, publicId, email } = request.admin
    const operator = { adminId, publicId, name: email }
    return { launchUrl: await issuePreview(context, operator, { id, title: title.title, path }, actorOf(request)) }
  })

  /** Throws `PUBLICATION_NOT_FOUND`. */
  async function read(id: string): Promise<contract.PanelPublicationDetail> {
    const title = await readPanelPublication(context, id)
    if (!title) throw new ApiError('PUBLICATION_NOT_FOUND')
    return title
  }

  async function answer(id: string, isFound: boolean): Promise<contract.PanelPublicationDetail> {
    if (!isFound) throw new ApiError('PUBLICATION_NOT_FOUND')
    return read(id)
  }
}

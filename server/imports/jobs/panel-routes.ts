import { join } from 'node:path'
import * as contract from '@estante/contract/panel/imports.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../admins/authenticate-admin.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors.ts'
import { keysetPage } from '../../http/keyset-pagination.ts'
import { disableBodyParsing, receiveFile } from '../../http/receive-file.ts'
import { serve } from '../../http/serve.ts'
import { withWorkFolder } from '../../storage/work-folder.ts'
import { LIMITS, refuseUpload, STORED_NAME, storeUpload } from './files.ts'
import { createJob, discardItem, forgetJob, retryItem, startJob } from './job.ts'
import {
  listCurrent,
  listItems,
  listJobs,
  listQuarantine,
  quarantineKey,
  readImportItem,
  readJob,
  toImportItem,
  toQuarantinedItem,
} from './panel-import.ts'
import { readUploadPath } from './upload-path.ts'

const JOBS_A_PAGE = 30
const TITLES_A_PAGE = 100
const QUARANTINED_A_PAGE = 50
const FILE = /^application\/octet-stream$/i

/** Registers the routes of import jobs, for operators. `wake` notifies the importer that there may be work. */
export function importRoutes(app: FastifyInstance, context: Context, wake: () => void): void {
  const { db, files } = context

  serve(app, contract.listImports, async ({ query: { cursor } }) => {
    const page = await keysetPage(context, 'imports', cursor, {
      size: JOBS_A_PAGE,
      read: (before, limit) => listJobs(db, before, limit),
      keyOf: ({ id }) => id,
    })
    return { ...page, limits: LIMITS }
  })

  serve(app, contract.createImport, async ({ body, request }) => {
    const name = body.name?.trim() || null
    const { id } = await createJob(context, { name, createdBy: request.admin.adminId })
    return read(id)
  })

  serve(app, contract.getImport, async ({ params: { id }, query: { cursor, state } }) => {
    // The job is read before its titles, so that a finished one never shows a title at work.
    const job = await read(id)
    const { items, nextCursor } = await keysetPage(context, 'import-items', cursor, {
      size: TITLES_A_PAGE,
      read: (after = '-1', limit) => listItems(db, id, { state, after: Number(after), limit }),
      keyOf: ({ position }) => String(position),
    })
    return { job, current: await listCurrent(db, id), items: items.map(toImportItem), nextCursor }
  })

  serve(app, contract.listImportFiles, async ({ params: { id } }) => {
    await read(id)
    const rows = await db.read
      .selectFrom('import_file')
      .select(['path', 'size_bytes'])
      .where('job_id', '=', id)
      .orderBy('path')
      .execute()
    return { items: rows.map(({ path, size_bytes }) => ({ path, sizeBytes: size_bytes })) }
  })

  app.register(async (uploads) => {
    disableBodyParsing(uploads)
    serve(uploads, contract.putImportFile, async ({ params: { id }, query, request, reply }) => {
      const uploadPath = readUploadPath(query.path)
      await refuseUpload(context, id, Number(request.headers['content-length'] ?? 0))
      return withWorkFolder(files, async (work) => {
        const limit = { type: FILE, maxBytes: LIMITS.fileBytes, tooLarge: 'FILE_TOO_LARGE' } as const
        const sizeBytes = await receiveFile(request, reply, join(work, STORED_NAME), limit)
        await storeUpload(context, id, uploadPath, sizeBytes, work)
        return { path: uploadPath.path, sizeBytes }
      })
    })
  })

  serve(app, contract.startImport, async ({ params: { id }, body, request }) => {
    await startJob(context, id, body.publish, actorOf(request))
    wake()
    return read(id)
  })

  serve(app, contract.forgetImport, async ({ params: { id }, request, reply }) => {
    await forgetJob(context, id, actorOf(request))
    return reply.send()
  })

  serve(app, contract.retryImportItem, async ({ params: { id, item }, request }) => {
    await retryItem(context, { jobId: id, itemId: item }, actorOf(request))
    wake()
    const tried = await readImportItem(db, id, item)
    if (!tried) throw new ApiError('NOT_FOUND')
    return tried
  })

  serve(app, contract.discardImportItem, async ({ params: { id, item }, request, reply }) => {
    await discardItem(context, { jobId: id, itemId: item }, actorOf(request))
    return reply.send()
  })

  serve(app, contract.listQuarantine, async ({ query: { cursor } }) => {
    const { items, nextCursor } = await keysetPage(context, 'quarantine', cursor, {
      size: QUARANTINED_A_PAGE,
      read: (before, limit) => listQuarantine(db, before, limit),
      keyOf: quarantineKey,
    })
    return { items: items.map(toQuarantinedItem), nextCursor }
  })

  /** Throws `NOT_FOUND`. */
  async function read(id: string): Promise<contract.ImportJob> {
    const job = await readJob(db, id)
    if (!job) throw new ApiError('NOT_FOUND')
    return job
  }
}

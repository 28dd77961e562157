import { Readable } from 'node:stream'
import * as contract from '@estante/contract/play/annotations.ts'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { OpenIndex } from '../book-search/open-indexes.ts'
import type { Context } from '../context.ts'
import { toCover } from '../covers/cover.ts'
import { toUuid } from '../db/ids.ts'
import { ApiError, answerError, TooManyAttempts } from '../http/errors.ts'
import { matchesEtag } from '../http/etag.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import { lockLiveMember } from '../members/member-session.ts'
import { cardLanguage } from '../publications/publication.ts'
import type { MemberKey } from '../tenancy.ts'
import { deleteAnnotation, saveAnnotation, toAnnotation } from './annotation.ts'
import { type ExportFormat, writeAnnotations, writeNotebook } from './export-annotations.ts'
import { importAnnotations, importNotebook } from './import-annotations.ts'
import {
  countAnnotations,
  findAnnotatedPublication,
  findListVersion,
  listAnnotatedTitles,
  readAnnotationsOfPublication,
  readNotebook,
} from './read-annotations.ts'
import { type Anchoring, createAnchoring } from './reanchor-publication.ts'

const PAGE_LENGTH = 30
/** After which a second file is tried again, while one is being imported. */
const IMPORT_RETRY_MS = 5000

/** Registers the routes of a member's bookmarks, highlights, notes and clips. */
export function annotationRoutes(
  app: FastifyInstance,
  context: Context,
  limits: MemberLimits,
  openIndex: OpenIndex,
): void {
  const { db, clock } = context
  const anchoring = createAnchoring(context, openIndex, limits)
  serve(app, contract.saveAnnotation, async ({ params, body, request: { member } }) => {
    assertConsistent(body)
    return db.write(async (tx) => {
      const now = clock.now()
      await lockLiveMember(tx, member)
      const publication = await findAnnotatedPublication(tx, now, member, body.publicationId)
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      return saveAnnotation(tx, now, member, publication, params.id, body)
    })
  })

  serve(app, contract.deleteAnnotation, async ({ params, query, request: { member } }) =>
    db.write(async (tx) => {
      await lockLiveMember(tx, member)
      return deleteAnnotation(tx, clock.now(), member, params.id, query.basedOn)
    }),
  )

  serve(app, contract.listAnnotationsOfPublication, async ({ params, request, reply }) => {
    const { member } = request
    const publication = await findAnnotatedPublication(db.read, clock.now(), member, params.id)
    if (!publication) return { items: [] }
    await anchoring.reanchorPublication(member, publication)
    const { changedAt, count } = await findListVersion(db.read, member, publication.id)
    const etag = `"${changedAt}-${count}-${publication.revision}"`
    reply.header('ETag', etag).header('Cache-Control', 'private, no-cache')
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    limits.takeListedAnnotations(member, count)
    const rows = await readAnnotationsOfPublication(db.read, member, publication)
    return { items: rows.map(toAnnotation) }
  })

  serve(app, contract.exportAnnotations, async ({ params, query: { format }, request: { member }, reply }) => {
    const publication = await findAnnotatedPublication(db.read, clock.now(), member, params.id)
    if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
    const { count } = await findListVersion(db.read, member, publication.id)
    limits.takeListedAnnotations(member, count)
    return sendAs(format, reply, await writeAnnotations(context, anchoring, member, publication, format))
  })

  serve(app, contract.exportNotebook, async ({ query: { format }, request: { member }, reply }) => {
    const titles = await listAnnotatedTitles(db.read, member)
    const count = titles.reduce((sum, title) => sum + title.count, 0)
    limits.takeListedAnnotations(member, count)
    const ids = titles.map(({ id }) => id)
    return sendAs(format, reply, Readable.from(writeNotebook(context, anchoring, member, ids, format)))
  })

  app.register(async (larger) => importRoutes(larger, context, limits, anchoring))

  serve(app, contract.getNotebook, async ({ query, request: { member } }) => {
    const { cursor, limit = PAGE_LENGTH, ...wanted } = query
    if (wanted.q) limits.takeSearchedAnnotations(member, await countAnnotations(db.read, member))
    const { items, nextCursor } = await keysetPage(context, 'annotations', cursor, {
      size: limit,
      read: (before, limit) => readNotebook(db.readBulk, clock.now(), member, wanted, before, limit),
      keyOf: ({ created_at, id }) => `${created_at} ${toUuid(id)}`,
    })
    return {
      items: items.map((row) => ({
        ...toAnnotation(row),
        publication: {
          id: row.public_id,
          type: row.type,
          title: row.title,
          author: row.author,
          ...cardLanguage(row),
          cover: toCover(row),
          isAvailable: row.is_available === 1,
        },
      })),
      nextCursor,
    }
  })
}

/** Registers the imports, whose bodies are larger. */
function importRoutes(app: FastifyInstance, context: Context, limits: MemberLimits, anchoring: Anchoring): void {
  const { db, clock } = context
  // To search for thousands of quotes may take minutes: one file at a time for a member.
  const importing = new Set<number>()

  async function oneAtATime<Outcome>({ memberId }: MemberKey, run: () => Promise<Outcome>): Promise<Outcome> {
    if (importing.has(memberId)) throw new TooManyAttempts(IMPORT_RETRY_MS)
    importing.add(memberId)
    try {
      return await run()
    } finally {
      importing.delete(memberId)
    }
  }

  app.setErrorHandler((error, request, reply) => {
    const isTooLarge = (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    return answerError(isTooLarge ? new ApiError('ANNOTATIONS_TOO_LARGE') : error, request, reply)
  })
  // Before the body is read: several bodies of a member at once would take too much memory.
  const arriving = new Set<number>()
  app.addHook('preParsing', async ({ member }, reply) => {
    const { memberId } = member
    limits.takeImport(member)
    if (arriving.has(memberId)) throw new TooManyAttempts(IMPORT_RETRY_MS)
    // No `close` follows if the sender left while the member was being found.
    if (reply.raw.destroyed) return
    arriving.add(memberId)
    reply.raw.once('close', () => arriving.delete(memberId))
  })
  serve(app, contract.importAnnotations, async ({ params, body, request: { member } }) =>
    oneAtATime(member, async () => {
      const publication = await findAnnotatedPublication(db.read, clock.now(), member, params.id)
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      return importAnnotations(context, anchoring, member, publication, body)
    }),
  )
  serve(app, contract.importNotebook, async ({ body, request: { member } }) =>
    oneAtATime(member, async () => ({ outcomes: await importNotebook(context, anchoring, member, body.sets) })),
  )
}

function sendAs(format: ExportFormat, reply: FastifyReply, content: string | Readable) {
  const [name, type] =
    format === 'markdown'
      ? ['anotacoes.md', 'text/markdown; charset=utf-8']
      : ['annotations.json', 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"']
  return reply.header('Content-Disposition', `attachment; filename="${name}"`).type(type).send(content)
}

function assertConsistent({ motivation, note, start, end }: contract.AnnotationChange): void {
  const faults: string[] = []
  if (end < start) faults.push('O campo "end" deve ser no mínimo igual a "start".')
  if (motivation === 'highlighting' && end === start)
    faults.push('Um destaque deve ter ao menos uma letra ou um milissegundo.')
  if (motivation === 'commenting' && !note?.trim()) faults.push('O campo "note" não pode ser vazio em uma nota.')
  if (faults.length > 0) throw new ApiError('VALIDATION', faults)
}

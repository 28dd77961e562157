import {
  type AnnotationChange,
  deleteAnnotation as deleteRoute,
  exportAnnotations,
  getNotebook,
  importAnnotations as importRoute,
  listAnnotationsOfPublication,
  saveAnnotation as saveRoute,
} from '@estante/contract/play/annotations.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { OpenIndex } from '../book-search/open-indexes.ts'
import type { Context } from '../context.ts'
import { toCover } from '../covers/cover.ts'
import { toUuid } from '../db/ids.ts'
import { ApiError, answerError, TooManyAttempts } from '../http/errors.ts'
import { matchesEtag } from '../http/etag.ts'
import { keysetPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import { holdMember } from '../members/member-session.ts'
import { cardLanguage } from '../publications/publication.ts'
import { deleteAnnotation, saveAnnotation, toAnnotation } from './annotation.ts'
import { writeAnnotationSet } from './epub-annotations.ts'
import { importAnnotations } from './import-annotations.ts'
import { writeMarkdown } from './markdown.ts'
import {
  findAnnotatedPublication,
  findListVersion,
  readAnnotationsOfPublication,
  readNotebook,
} from './read-annotations.ts'
import { reanchorPublication } from './reanchor-publication.ts'

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
  // To search for thousands of quotes may take minutes: one file at a time for a member.
  const importing = new Set<number>()

  serve(app, saveRoute, async ({ params, body, request: { member } }) => {
    assertConsistent(body)
    return db.write(async (tx) => {
      const now = clock.now()
      await holdMember(tx, member)
      const publication = await findAnnotatedPublication(tx, now, member, body.publicationId)
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      return saveAnnotation(tx, now, member, publication, params.id, body)
    })
  })

  serve(app, deleteRoute, async ({ params, query, request: { member } }) =>
    db.write(async (tx) => {
      await holdMember(tx, member)
      return deleteAnnotation(tx, clock.now(), member, params.id, query.basedOn)
    }),
  )

  serve(app, listAnnotationsOfPublication, async ({ params, request, reply }) => {
    const { member } = request
    const publication = await findAnnotatedPublication(db.read, clock.now(), member, params.id)
    if (!publication) return { items: [] }
    await reanchorPublication(context, openIndex, member, publication)
    const { changedAt, count } = await findListVersion(db.read, member, publication.id)
    const etag = `"${changedAt}-${count}-${publication.revision}"`
    reply.header('ETag', etag).header('Cache-Control', 'private, no-cache')
    if (matchesEtag(request.headers['if-none-match'] ?? '', etag)) return reply.status(304).send()
    limits.takeListedAnnotations(member, count)
    const rows = await readAnnotationsOfPublication(db.read, member, publication)
    return { items: rows.map(toAnnotation) }
  })

  serve(app, exportAnnotations, async ({ params, query, request: { member }, reply }) => {
    const publication = await findAnnotatedPublication(db.read, clock.now(), member, params.id)
    if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
    await reanchorPublication(context, openIndex, member, publication)
    const { count } = await findListVersion(db.read, member, publication.id)
    limits.takeListedAnnotations(member, count)
    const rows = await readAnnotationsOfPublication(db.read, member, publication)
    if (query.format === 'markdown') {
      return reply
        .header('Content-Disposition', 'attachment; filename="anotacoes.md"')
        .type('text/markdown; charset=utf-8')
        .send(writeMarkdown(publication, rows))
    }
    return reply
      .header('Content-Disposition', 'attachment; filename="annotations.json"')
      .type('application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"')
      .send(writeAnnotationSet(publication, rows))
  })

  app.register(async (larger) => {
    larger.setErrorHandler((error, request, reply) => {
      const isTooLarge = (error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      return answerError(isTooLarge ? new ApiError('ANNOTATIONS_TOO_LARGE') : error, request, reply)
    })
    // Before the body is read.
    larger.addHook('preParsing', async ({ member }) => limits.takeImport(member))
    serve(larger, importRoute, async ({ params, query, body, request: { member } }) => {
      if (importing.has(member.memberId)) throw new TooManyAttempts(IMPORT_RETRY_MS)
      importing.add(member.memberId)
      try {
        const publication = await findAnnotatedPublication(db.read, clock.now(), member, params.id)
        if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
        return await importAnnotations(context, openIndex, member, publication, body, query.existing ?? 'keep')
      } finally {
        importing.delete(member.memberId)
      }
    })
  })

  serve(app, getNotebook, async ({ query, request: { member } }) => {
    const { cursor, limit = PAGE_LENGTH, ...wanted } = query
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

function assertConsistent({ motivation, note, start, end }: AnnotationChange): void {
  const faults: string[] = []
  if (end < start) faults.push('O campo "end" deve ser no mínimo igual a "start".')
  if (motivation === 'highlighting' && end === start)
    faults.push('Um destaque deve ter ao menos uma letra ou um milissegundo.')
  if (motivation === 'commenting' && !note?.trim()) faults.push('O campo "note" não pode ser vazio em uma nota.')
  if (faults.length > 0) throw new ApiError('VALIDATION', faults)
}

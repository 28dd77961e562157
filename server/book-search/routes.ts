import { type BookHit, searchInBook } from '@estante/contract/play/book-search.ts'
import { type BookHits, searchBook } from '@estante/formats/search/search-book.ts'
import type { SearchIndex } from '@estante/formats/search/search-index.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { scanPage } from '../http/keyset-pagination.ts'
import { serve } from '../http/serve.ts'
import { publicationFolder } from '../media/folders.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import { chapterLocator } from '../publications/chapter-locator.ts'
import { findPublication } from '../publications/publication.ts'
import type { OpenIndex } from './open-indexes.ts'

const PAGE_LENGTH = 30
const NO_INDEX = { isIndexed: false, isFuzzy: false, total: 0, chapters: [], items: [], last: undefined }

/** Registers the route that searches the text of a book for a signed-in page. */
export function bookSearchRoutes(
  app: FastifyInstance,
  context: Context,
  limits: MemberLimits,
  openIndex: OpenIndex,
): void {
  const { db, clock } = context

  serve(app, searchInBook, async ({ params, query, request }) => {
    limits.takeSearch(request.member)
    const { q, cursor, limit = PAGE_LENGTH } = query
    return scanPage(context, 'book-search', cursor, async (from) => {
      const after = from === undefined ? undefined : Number(from)
      const publication = await findPublication(db.read, clock.now(), request.member.partnerId, params.id)
      if (!publication) throw new ApiError('PUBLICATION_NOT_FOUND')
      const index = await openIndex(publicationFolder(publication.public_id, publication.revision))
      if (!index) return NO_INDEX
      const { isFuzzy, counts, hits, next } = searchBook(index, q, { after, limit })
      return {
        isIndexed: true,
        isFuzzy,
        total: counts.reduce((sum, one) => sum + one.hits, 0),
        chapters: counts.map((one) => ({ ...one, title: index.chapters[one.chapter]!.title ?? null })),
        items: hits.map((hit) => toHit(index, hit)),
        last: next?.toString(),
      }
    })
  })
}

/** Converts a hit to the API's form, with a locator like the reader's. */
function toHit({ chapters }: SearchIndex, hit: BookHits['hits'][number]): BookHit {
  const { before, highlight, after } = hit
  const progression = hit.start / chapters[hit.chapter]!.letters
  return {
    chapter: hit.chapter,
    letter: hit.start,
    letters: hit.length,
    locator: {
      ...chapterLocator(chapters, hit.chapter, progression),
      text: { before, highlight: highlight.slice(0, 512), after },
    },
  }
}

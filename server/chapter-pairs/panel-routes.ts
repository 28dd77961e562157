import * as contract from '@estante/contract/panel/chapter-pairs.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { confirmChapterPairs, readChapterPairs } from './chapter-pairs.ts'

/** Registers the routes that pair the chapters of an e-book with its audiobook's, for operators. */
export function chapterPairRoutes(app: FastifyInstance, context: Context): void {
  serve(app, contract.getChapterPairs, ({ params }) => read(params.id))

  serve(app, contract.confirmChapterPairs, async ({ params: { id }, body, request }) => {
    const { adminId } = request.admin
    const isFound = await confirmChapterPairs(context, id, adminId, body, actorOf(request))
    if (!isFound) throw new ApiError('PUBLICATION_NOT_FOUND')
    return read(id)
  })

  async function read(id: string) {
    const pairs = await readChapterPairs(context, id)
    if (!pairs) throw new ApiError('PUBLICATION_NOT_FOUND')
    return pairs
  }
}

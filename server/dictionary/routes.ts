import { lookUpWord } from '@estante/contract/play/dictionary.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import { createLookUp } from './look-up.ts'

/** Route that looks up words of a book for a signed-in page. */
export function dictionaryRoutes(app: FastifyInstance, context: Context, limits: MemberLimits): void {
  const lookUp = createLookUp(context)

  serve(app, lookUpWord, async ({ query: { word }, request: { member } }) => {
    limits.takeSearch(member.memberSessionId)
    return { entries: (await lookUp?.(word.normalize('NFC').trim())) ?? [] }
  })
}

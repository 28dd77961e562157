import { lookUpWord } from '@estante/contract/play/dictionary.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import { createDictionaries } from './dictionaries.ts'

/** Registers the route that looks up words of a book for a signed-in page. */
export function dictionaryRoutes(app: FastifyInstance, context: Context, limits: MemberLimits): void {
  const dictionaries = createDictionaries(context)
  app.addHook('onClose', () => dictionaries?.close())

  serve(app, lookUpWord, async ({ query: { word }, request: { member } }) => {
    limits.takeSearch(member)
    return { entries: (await dictionaries?.lookUp(word.normalize('NFC').trim())) ?? [] }
  })
}

import { getHome } from '@estante/contract/play/publications.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import type { TitleIndex } from '../title-search/title-index.ts'
import { readHome } from './home.ts'

export function homeRoutes(app: FastifyInstance, context: Context, index: TitleIndex): void {
  serve(app, getHome, ({ request }) => readHome(context, index, request.member))
}

import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '../calendar.ts'
import type { Context } from '../context.ts'
import { OPEN_TO_ANYONE } from './access.ts'
import { ApiError } from './errors.ts'

const PATH = '/.well-known/security.txt'
const VALID_DAYS = 180

/** Serves the contact for security researchers (RFC 9116). Each answer has a new expiry. */
export function securityTxtRoutes(app: FastifyInstance, { clock, config }: Pick<Context, 'clock' | 'config'>): void {
  const { securityContact, baseUrl, playUrl } = config
  app.get(PATH, OPEN_TO_ANYONE, async (_request, reply) => {
    if (securityContact === undefined) throw new ApiError('NOT_FOUND')
    const expires = new Date(Math.floor(clock.now() / DAY_MS + VALID_DAYS) * DAY_MS)
    const lines = [
      `Contact: ${securityContact.startsWith('https:') ? '' : 'mailto:'}${securityContact}`,
      `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
      'Preferred-Languages: pt-BR, en',
      // Only the canonical address is authentic.
      ...new Set([baseUrl, playUrl].map((url) => `Canonical: ${url}${PATH}`)),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

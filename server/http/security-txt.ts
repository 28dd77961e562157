import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { OPEN_TO_ANYONE } from './access.ts'
import { ApiError } from './errors.ts'

const PATH = '/.well-known/security.txt'
const DAY_MS = 86_400_000
const VALID_DAYS = 180

/** Where somebody who found a security hole writes to (RFC 9116). It is renewed by being asked for: it never expires unseen. */
export function securityTxtRoutes(app: FastifyInstance, { clock, config }: Pick<Context, 'clock' | 'config'>): void {
  const { securityContact, baseUrl, playUrl } = config
  app.get(PATH, OPEN_TO_ANYONE, async (_request, reply) => {
    if (securityContact === undefined) throw new ApiError('NOT_FOUND')
    const expires = new Date(Math.floor(clock.now() / DAY_MS + VALID_DAYS) * DAY_MS)
    const lines = [
      `Contact: ${securityContact.includes('@') && !securityContact.startsWith('https:') ? 'mailto:' : ''}${securityContact}`,
      `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
      'Preferred-Languages: pt-BR, en',
      // A copy at any other address is not authentic.
      ...new Set([baseUrl, playUrl].map((url) => `Canonical: ${url}${PATH}`)),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

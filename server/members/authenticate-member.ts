import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { findSignedInMember, type SignedInMember } from './member-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    member: SignedInMember
  }
}

/** The hook before every request of a signed-in page: `Authorization: Bearer` and a live member session. */
export function authenticateMember({ db, clock }: Context) {
  return async (request: FastifyRequest): Promise<void> => {
    const [, accessToken = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const member = await findSignedInMember(db.read, clock.now(), accessToken)
    if (!member) throw new ApiError('INVALID_ACCESS_TOKEN')
    request.member = member
  }
}

import { sendHeartbeat } from '@estante/contract/play/activity.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import type { MemberLimits } from './member-limits.ts'
import { findSignedInMember, type SignedInMember } from './member-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    member: SignedInMember
  }
}

/**
 * Creates the hook before every request of a signed-in page: checks `Authorization: Bearer`, a live member session, and
 * the member's limit.
 */
export function authenticateMember({ db, clock }: Context, limits: MemberLimits) {
  return async (request: FastifyRequest): Promise<void> => {
    const [, accessToken = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const member = await findSignedInMember(db.read, clock.now(), accessToken)
    if (!member) throw new ApiError('INVALID_ACCESS_TOKEN')
    request.member = member
    if (request.routeOptions.url === sendHeartbeat.path) limits.takeHeartbeat(member)
    else limits.takeCall(member)
  }
}

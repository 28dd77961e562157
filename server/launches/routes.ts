import { createSession } from '@estante/contract/partner/sessions.ts'
import * as contract from '@estante/contract/play/launch.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { createBatchingWriter } from '../db/batching-writer.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import type { AccessRefusals } from '../members/access-refusals.ts'
import { toPartnerUser } from '../members/member.ts'
import type { MemberLimits } from '../members/member-limits.ts'
import {
  endMemberSession,
  findLiveMemberSession,
  findSignedInMember,
  rotateTokens,
  type SignedInMember,
} from '../members/member-session.ts'
import { readRefreshToken } from '../members/member-tokens.ts'
import type { OpenViews } from '../members/open-views.ts'
import { readProfile } from '../members/profile.ts'
import type { Metrics } from '../observe/metrics.ts'
import { endStream, LAST_EVENTS, sendKeepAlives } from './event-stream.ts'
import { exchangeLaunch, issueLaunch, launchUrl } from './launch.ts'
import { recordRefusal } from './record-refusal.ts'
import type { StreamsOfMember } from './streams-of-member.ts'

/** Registers the route that issues sign-on links to the partner's backend. */
export function launchRoutes(
  app: FastifyInstance,
  { db, clock, config }: Context,
  refusals: AccessRefusals,
  metrics?: Metrics,
): void {
  const write = createBatchingWriter(db)
  serve(app, createSession, async ({ body, request: { client, id } }) => {
    const subject = `${client.partnerId} ${client.environment} ${body.externalUserId}`
    const issued = await write(subject, (tx) => issueLaunch(tx, clock.now(), client, body)).catch((error) => {
      if (error instanceof ApiError && (error.code === 'USER_REVOKED' || error.code === 'EMAIL_CONFLICT')) {
        refusals.record(client, body, error.code, id)
      }
      throw error
    })
    const { member, token, expiresAt } = issued
    metrics?.launchMinted()
    return {
      launchUrl: launchUrl(config.playUrl, token, body.redirectPath),
      launchToken: token,
      expiresAt: new Date(expiresAt).toISOString(),
      user: toPartnerUser(member),
    }
  })
}

type ReadOpeningScreen = (
  now: number,
  member: SignedInMember,
  path: string,
) => Promise<Pick<contract.LaunchAnswer, 'home' | 'publication' | 'preferences'>>

/** Registers the routes to sign in and to refresh tokens, for a page without an access token. */
export function exchangeRoutes(
  app: FastifyInstance,
  context: Context,
  openViews: OpenViews,
  limits: MemberLimits,
  readOpeningScreen: ReadOpeningScreen,
  metrics?: Metrics,
): void {
  const { db, clock, signingKey } = context
  serve(app, contract.exchangeLaunchToken, async ({ body, request }) => {
    const now = clock.now()
    const answer = await exchangeLaunch(context, limits, now, body.token, body.key)
    if (!answer) {
      const reason = await recordRefusal(db, clock.now(), body.token, request.id)
      metrics?.launchRefused(reason)
      throw new ApiError('INVALID_LAUNCH_TOKEN')
    }
    metrics?.launchOpened()
    const member = body.opens !== undefined && (await findSignedInMember(db.read, now, answer.tokens.accessToken))
    return member ? { ...answer, ...(await readOpeningScreen(now, member, body.opens!)) } : answer
  })

  serve(app, contract.refreshTokens, async ({ body, request }) => {
    const presented = readRefreshToken(signingKey, body.refreshToken)
    const member = presented && (await findLiveMemberSession(db.read, clock.now(), presented.memberSessionId))
    if (!member) throw new ApiError('INVALID_ACCESS_TOKEN')
    limits.takeCall(member)
    const rotation = await rotateTokens(db, clock.now(), signingKey, presented)
    if (rotation.outcome === 'rotated') return rotation.tokens
    if (rotation.outcome === 'reused') {
      const { memberSessionId } = presented
      request.log.warn({ memberSessionId }, 'member session ended: a replaced refresh token was presented')
      openViews.endSession(memberSessionId)
    }
    throw new ApiError('INVALID_ACCESS_TOKEN')
  })
}

/** Registers the routes of a signed-in page's session. */
export function memberSessionRoutes(
  app: FastifyInstance,
  { db, clock, config }: Context,
  openViews: OpenViews,
  streams: StreamsOfMember,
  metrics?: Metrics,
): void {
  serve(app, contract.getProfile, async ({ request }) => readProfile(db.read, request.member, config))

  serve(app, contract.endMemberSession, async ({ request, reply }) => {
    const { memberSessionId } = request.member
    await db.write((tx) => endMemberSession(tx, clock.now(), memberSessionId))
    openViews.endSession(memberSessionId)
    return reply.send()
  })

  app.get(contract.EVENTS_PATH, { exposeHeadRoute: false, config: { access: 'member' } }, async (request, reply) => {
    const { member } = request
    reply.hijack()
    // The client left meanwhile: its stream would never close.
    if (reply.raw.destroyed) return
    const stream = reply.raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': request.id,
    })
    metrics?.viewOpened()
    sendKeepAlives(stream)
    const letOthersOpen = streams.add(member.memberId, stream)
    const unregister = openViews.register(member, (reason) => endStream(stream, LAST_EVENTS[reason]))
    stream.on('close', () => {
      metrics?.viewClosed()
      unregister()
      letOthersOpen()
    })
    if (openViews.isClosed()) endStream(stream, LAST_EVENTS.closing)
  })
}

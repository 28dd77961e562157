import { getMe, renameMe } from '@estante/contract/panel/admins.ts'
import * as contract from '@estante/contract/panel/session.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { readMe, renameAdmin } from './admin.ts'
import { endAdminSession, endOtherAdminSessions, listAdminSessions } from './admin-session.ts'
import { actorOf, clientInfoOf } from './authenticate-admin.ts'
import { changePassword } from './change-password.ts'
import { confirmSecondFactor, disableOwnSecondFactor, renewRecoveryCodes, startSecondFactor } from './second-factor.ts'
import { confirmSignIn } from './sign-in.ts'
import { consumeAttempt, ofAddress, ofAdmin } from './sign-in-throttle.ts'

/** Registers the routes of an admin's own account: their name, sessions, password, second factor. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context

  serve(app, getMe, ({ request }) => readMe(db.read, config, request.admin.adminId))

  serve(app, contract.confirmSignIn, async ({ body, request }) => {
    await confirmSignIn(context, request.admin, body, clientInfoOf(request))
    return readMe(db.read, config, request.admin.adminId)
  })

  serve(app, contract.startSecondFactor, async ({ request }) => {
    const { adminId: id, email } = request.admin
    return db.write((tx) => startSecondFactor(tx, { id, email }, config.serviceName))
  })

  serve(app, contract.confirmSecondFactor, async ({ body: { code }, request }) => {
    const { adminId } = request.admin
    const attempted = [ofAdmin(adminId), ofAddress(request.ip, 'sign-in')] as const
    await consumeAttempt(db, clock.now(), attempted)
    const recoveryCodes = await confirmSecondFactor(db, clock.now(), adminId, { code, attempted }, actorOf(request))
    if (!recoveryCodes) throw new ApiError('WRONG_CODE')
    return { recoveryCodes }
  })

  serve(app, renameMe, async ({ body, request }) => {
    const { adminId } = request.admin
    await renameAdmin(db, clock.now(), adminId, body.name, actorOf(request))
    return readMe(db.read, config, adminId)
  })

  serve(app, contract.listAdminSessions, async ({ request }) => ({
    items: await listAdminSessions(db, clock.now(), request.admin),
  }))

  serve(app, contract.endAdminSession, async ({ params: { id }, request, reply }) => {
    const ended = { adminId: request.admin.adminId, adminSessionId: id }
    const isEnded = await endAdminSession(db, clock.now(), ended, 'sessions-ended', actorOf(request))
    if (!isEnded) throw new ApiError('NOT_FOUND')
    return reply.send()
  })

  serve(app, contract.endOtherAdminSessions, async ({ request, reply }) => {
    await endOtherAdminSessions(db, clock.now(), request.admin, actorOf(request))
    return reply.send()
  })

  serve(app, contract.changePassword, async ({ body, request, reply }) => {
    await changePassword(context, request.admin, body.password, actorOf(request))
    return reply.send()
  })

  serve(app, contract.disableSecondFactor, async ({ request, reply }) => {
    await disableOwnSecondFactor(db, clock.now(), request.admin, actorOf(request))
    return reply.send()
  })

  serve(app, contract.renewRecoveryCodes, async ({ request }) => {
    const recoveryCodes = await renewRecoveryCodes(db, clock.now(), request.admin.adminId, actorOf(request))
    if (!recoveryCodes) throw new ApiError('NOT_FOUND')
    return { recoveryCodes }
  })
}

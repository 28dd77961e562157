import { getMe, renameMe } from '@estante/contract/panel/admins.ts'
import {
  changePassword,
  confirmSecondFactor as confirmSecondFactorRoute,
  confirmSignIn as confirmSignInRoute,
  disableSecondFactor as disableSecondFactorRoute,
  endAdminSession as endAdminSessionRoute,
  endOtherAdminSessions,
  listAdminSessions as listAdminSessionsRoute,
  renewRecoveryCodes as renewRecoveryCodesRoute,
  startSecondFactor as startSecondFactorRoute,
} from '@estante/contract/panel/session.ts'
import type { FastifyInstance } from 'fastify'
import { appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { readAdmin, readMe, renameAdmin } from './admin.ts'
import { endAdminSession, endAdminSessions, listAdminSessions } from './admin-session.ts'
import { actorOf, clientInfoOf } from './authenticate-admin.ts'
import { hashPassword } from './password.ts'
import { setPassword } from './password-reset.ts'
import { refuseWeakPassword } from './password-strength.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  isSecondFactorRequired,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts'
import { confirmSignIn } from './sign-in.ts'
import { consumeAttempt, ofAddress, ofAdmin, resetAttempts } from './sign-in-throttle.ts'

/** An admin's own account: their name, where they are signed in, password, second factor. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context

  serve(app, getMe, ({ request }) => readMe(db.read, config, request.admin.adminId))

  serve(app, confirmSignInRoute, async ({ body, request }) => {
    await confirmSignIn(context, request.admin, body, clientInfoOf(request))
    return readMe(db.read, config, request.admin.adminId)
  })

  serve(app, startSecondFactorRoute, async ({ request }) => {
    const { adminId: id, email } = request.admin
    return db.write((tx) => startSecondFactor(tx, { id, email }, config.serviceName))
  })

  serve(app, confirmSecondFactorRoute, async ({ body, request }) => {
    const { adminId } = request.admin
    const attempted = [ofAdmin(adminId), ofAddress(request.ip, 'sign-in')] as const
    await consumeAttempt(db, clock.now(), [...attempted])
    const recoveryCodes = await db.write(async (tx) => {
      const codes = await confirmSecondFactor(tx, clock.now(), adminId, body.code)
      if (!codes) return undefined
      await resetAttempts(tx, ...attempted)
      await appendAudit(tx, clock.now(), actorOf(request), 'second-factor-enabled')
      return codes
    })
    if (!recoveryCodes) throw new ApiError('WRONG_CODE')
    return { recoveryCodes }
  })

  serve(app, renameMe, async ({ body, request }) => {
    const { name } = body
    await db.write(async (tx) => {
      const earlier = await renameAdmin(tx, request.admin.adminId, name)
      if (earlier === name) return
      await appendAudit(tx, clock.now(), actorOf(request), 'name-changed', null, { from: earlier, to: name })
    })
    return readMe(db.read, config, request.admin.adminId)
  })

  serve(app, listAdminSessionsRoute, async ({ request }) => ({
    items: await listAdminSessions(db, clock.now(), request.admin),
  }))

  serve(app, endAdminSessionRoute, async ({ params, request, reply }) => {
    const isEnded = await db.write(async (tx) => {
      if (!(await endAdminSession(tx, request.admin.adminId, params.id))) return false
      await appendAudit(tx, clock.now(), actorOf(request), 'sessions-ended')
      return true
    })
    if (!isEnded) throw new ApiError('NOT_FOUND')
    return reply.send()
  })

  serve(app, endOtherAdminSessions, async ({ request, reply }) => {
    await db.write(async (tx) => {
      await endAdminSessions(tx, request.admin.adminId, request.admin.adminSessionId)
      await appendAudit(tx, clock.now(), actorOf(request), 'sessions-ended')
    })
    return reply.send()
  })

  serve(app, changePassword, async ({ body, request, reply }) => {
    const { adminId, adminSessionId } = request.admin
    const admin = await readAdmin(db.read, adminId)
    if (!admin) throw new ApiError('NOT_SIGNED_IN')
    await refuseWeakPassword(body.password, [admin.email, admin.name, config.serviceName])
    const passwordHash = await hashPassword(body.password)
    await db.write(async (tx) => {
      await setPassword(tx, adminId, passwordHash)
      await endAdminSessions(tx, adminId, adminSessionId)
      await appendAudit(tx, clock.now(), actorOf(request), 'password-changed')
    })
    return reply.send()
  })

  serve(app, disableSecondFactorRoute, async ({ request, reply }) => {
    await db.write(async (tx) => {
      if (await isSecondFactorRequired(tx, request.admin.partnerId)) throw new ApiError('SECOND_FACTOR_OBLIGATORY')
      await disableSecondFactor(tx, request.admin.adminId)
      await appendAudit(tx, clock.now(), actorOf(request), 'second-factor-disabled')
    })
    return reply.send()
  })

  serve(app, renewRecoveryCodesRoute, async ({ request }) => {
    const { adminId } = request.admin
    const admin = await readAdmin(db.read, adminId)
    if (!admin?.totp_secret) throw new ApiError('NOT_FOUND')
    const recoveryCodes = await db.write(async (tx) => {
      await appendAudit(tx, clock.now(), actorOf(request), 'recovery-codes-renewed')
      return renewRecoveryCodes(tx, adminId)
    })
    return { recoveryCodes }
  })
}

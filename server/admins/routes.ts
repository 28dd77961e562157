import { Readable } from 'node:stream'
import {
  acceptInvitation as acceptInvitationRoute,
  changeRole as changeRoleRoute,
  getMe,
  getTeam,
  inviteAdmin as inviteAdminRoute,
  readInvitation as readInvitationRoute,
  removeAdmin as removeAdminRoute,
  renameMe,
  requireSecondFactor as requireSecondFactorRoute,
  withdrawInvitation as withdrawInvitationRoute,
} from '@estante/contract/panel/admins.ts'
import { downloadAudit, listAudit } from '@estante/contract/panel/audit.ts'
import {
  changePassword,
  confirmSecondFactor as confirmSecondFactorRoute,
  confirmSignIn as confirmSignInRoute,
  disableSecondFactor as disableSecondFactorRoute,
  endAdminSession as endAdminSessionRoute,
  endOtherAdminSessions,
  finishPasswordReset as finishPasswordResetRoute,
  getService,
  listAdminSessions as listAdminSessionsRoute,
  ratePassword as ratePasswordRoute,
  renewRecoveryCodes as renewRecoveryCodesRoute,
  requestPasswordReset,
  signIn as signInRoute,
  signOut,
  startSecondFactor as startSecondFactorRoute,
} from '@estante/contract/panel/session.ts'
import type { Query } from '@estante/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AuditQuery, appendAudit, readAudit } from '../audit/audit.ts'
import { writeAuditCsv } from '../audit/audit-csv.ts'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { ApiError, TooManyAttempts } from '../http/errors.ts'
import { networkOf } from '../http/network.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { serve } from '../http/serve.ts'
import type { OpenViews } from '../members/open-views.ts'
import { findPartner } from '../partners/partner.ts'
import { findAdmin, readAdmin, readMe, renameAdmin, toAdmin, toEmailKey } from './admin.ts'
import { endAdminSession, endAdminSessions, findSignedInAdmin, listAdminSessions } from './admin-session.ts'
import { beginAttempt, forgiveAttempt, ofAddress, ofAdmin, ofReset } from './attempts.ts'
import {
  actorOf,
  clearCookie,
  placeOf,
  readCookie,
  requireFresh,
  requirePartner,
  requireRole,
  setCookie,
} from './authenticate-admin.ts'
import {
  acceptInvitation,
  inviteAdmin,
  readInvitation,
  refuseInvitationsBeyond,
  withdrawInvitation,
} from './invitation.ts'
import { passwordResetLetter } from './letters.ts'
import { openMailer } from './mailer.ts'
import { hashPassword } from './password.ts'
import { finishPasswordReset, mintPasswordReset, passwordResetUrl, setPassword } from './password-reset.ts'
import { ratePassword, refuseWeakPassword } from './password-strength.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  isSecondFactorRequired,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts'
import { openInvitationPost } from './send-invitation.ts'
import { confirmSignIn, signIn } from './sign-in.ts'
import { changeRole, isInTeam, readTeam, removeAdmin, requireSecondFactorOfTeam } from './team.ts'

const AUDIT_PAGE = 50
/** Passwords rated a minute for one network: as fast as anybody types, and no work for who tries more. */
const RATINGS_A_MINUTE = 60

/** The panel's door, for who is not signed in. */
export function doorRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config, log } = context
  const mailer = openMailer(config)
  const sending = new Set<Promise<void>>()
  const ratings = createRateLimit({})

  serve(app, getService, async () => ({ name: config.serviceName, sendsMail: config.smtpUrl !== undefined }))

  serve(app, signInRoute, async ({ body, request, reply }) => {
    const { token, ...signedIn } = await signIn(context, body.email, body, placeOf(request))
    setCookie(reply, config, token)
    return readMe(db.read, config, signedIn)
  })

  serve(app, signOut, async ({ request, reply }) => {
    const token = readCookie(config, request)
    const now = clock.now()
    const admin = token === undefined ? undefined : await findSignedInAdmin(db, now, token)
    if (admin) {
      request.admin = admin
      await db.write(async (tx) => {
        if (!(await endAdminSession(tx, admin.adminId, admin.adminSessionId))) return
        await appendAudit(tx, now, actorOf(request), 'signed-out')
      })
    }
    clearCookie(reply, config)
    return reply.send()
  })

  serve(app, readInvitationRoute, async ({ body }) => {
    const invitation = await readInvitation(context, body.token)
    if (!invitation) throw new ApiError('INVALID_INVITATION')
    return invitation
  })

  serve(app, acceptInvitationRoute, async ({ body, request, reply }) => {
    const { token, ...signedIn } = await acceptInvitation(context, body, placeOf(request))
    setCookie(reply, config, token)
    return readMe(db.read, config, signedIn)
  })

  serve(app, ratePasswordRoute, async ({ body, request }) => {
    const { allowed, resetSeconds } = await ratings.take(networkOf(request.ip), RATINGS_A_MINUTE, clock.now())
    if (!allowed) throw new TooManyAttempts(resetSeconds * 1000)
    return ratePassword(body.password, [...body.about, config.serviceName])
  })

  // Whether there is such an admin shows neither in the answer nor in how long it takes: the rest happens after it.
  serve(app, requestPasswordReset, async ({ body, request, reply }) => {
    await beginAttempt(db, clock.now(), [ofReset(toEmailKey(body.email)), ofAddress(request.ip, 'reset')])
    const sent = sendReset(body.email, request.ip)
      .catch((error) => log.error({ err: error }, 'password reset not sent'))
      .finally(() => sending.delete(sent))
    sending.add(sent)
    return reply.send()
  })

  serve(app, finishPasswordResetRoute, async ({ body, request, reply }) => {
    await finishPasswordReset(context, body, request.ip)
    return reply.send()
  })

  app.addHook('onClose', async () => {
    await Promise.all(sending)
  })

  async function sendReset(email: string, address: string): Promise<void> {
    const admin = mailer && (await findAdmin(db.read, email))
    if (!admin) return
    const actor = { partnerId: admin.partner_id, email: null, address }
    const { token, expiresAt } = await db.write((tx) => mintPasswordReset(tx, clock.now(), admin, actor))
    const { serviceName, timeZone } = config
    const url = passwordResetUrl(config, token)
    await mailer.send(passwordResetLetter({ serviceName, timeZone, to: admin.email, url, expiresAt }))
  }
}

/** What is open to whoever is signed in, though they lack a second factor that is required of them. */
export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context

  serve(app, getMe, ({ request }) => readMe(db.read, config, request.admin))

  serve(app, confirmSignInRoute, async ({ body, request }) => {
    const { confirmedAt } = await confirmSignIn(context, request.admin, body, placeOf(request))
    return readMe(db.read, config, { ...request.admin, confirmedAt })
  })

  serve(app, startSecondFactorRoute, async ({ request }) => {
    requireFresh(request, clock.now())
    const { adminId: id, email } = request.admin
    return db.write((tx) => startSecondFactor(tx, { id, email }, config.serviceName))
  })

  serve(app, confirmSecondFactorRoute, async ({ body, request }) => {
    requireFresh(request, clock.now())
    const { adminId } = request.admin
    const attempted = [ofAdmin(adminId), ofAddress(request.ip, 'sign-in')] as const
    await beginAttempt(db, clock.now(), [...attempted])
    const recoveryCodes = await db.write(async (tx) => {
      const codes = await confirmSecondFactor(tx, clock.now(), adminId, body.code)
      if (!codes) return undefined
      await forgiveAttempt(tx, ...attempted)
      await appendAudit(tx, clock.now(), actorOf(request), 'second-factor-enabled')
      return codes
    })
    if (!recoveryCodes) throw new ApiError('WRONG_CODE')
    return { recoveryCodes }
  })
}

/** An admin's own account: their name, where they are signed in, password, second factor. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config } = context

  serve(app, renameMe, async ({ body, request }) => {
    const name = body.name.trim()
    if (name === '') throw new ApiError('VALIDATION', ['O campo "name" não pode ser vazio.'])
    await db.write(async (tx) => {
      const earlier = await renameAdmin(tx, request.admin.adminId, name)
      if (earlier === name) return
      await appendAudit(tx, clock.now(), actorOf(request), 'name-changed', null, { from: earlier, to: name })
    })
    return readMe(db.read, config, request.admin)
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
    requireFresh(request, clock.now())
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
    requireFresh(request, clock.now())
    await db.write(async (tx) => {
      if (await isSecondFactorRequired(tx, request.admin.partnerId)) throw new ApiError('SECOND_FACTOR_OBLIGATORY')
      await disableSecondFactor(tx, request.admin.adminId)
      await appendAudit(tx, clock.now(), actorOf(request), 'second-factor-disabled')
    })
    return reply.send()
  })

  serve(app, renewRecoveryCodesRoute, async ({ request }) => {
    requireFresh(request, clock.now())
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

/** The people of a team, and what they did. */
export function teamRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  const { db, clock, config, signingKey } = context
  const sendInvitation = openInvitationPost(context)

  serve(app, getTeam, ({ request }) => readTeam(db, clock.now(), request.admin.partnerId))

  serve(app, requireSecondFactorRoute, async ({ body: { isRequired }, request, reply }) => {
    const partnerId = requirePartner(request, 'owner')
    requireFresh(request, clock.now())
    const act = isRequired ? 'second-factor-required' : 'second-factor-optional'
    await db.write(async (tx) => {
      if (!(await requireSecondFactorOfTeam(tx, clock.now(), partnerId, isRequired))) return
      await appendAudit(tx, clock.now(), actorOf(request), act)
    })
    return reply.send()
  })

  serve(app, inviteAdminRoute, async ({ body: { email, role }, request }) => {
    const partnerId = requirePartner(request, 'owner')
    requireFresh(request, clock.now())
    if (await isInTeam(db, partnerId, email)) throw new ApiError('ADMIN_EXISTS')
    const invited = await db.write(async (tx) => {
      await refuseInvitationsBeyond(tx, clock.now(), partnerId, email)
      await appendAudit(tx, clock.now(), actorOf(request), 'admin-invited', email, { role })
      return inviteAdmin(tx, clock.now(), { partnerId, email, role })
    })
    const partner = await db.read.selectFrom('partner').select('name').where('id', '=', partnerId).executeTakeFirst()
    return sendInvitation({ email, partnerName: partner?.name, ...invited })
  })

  serve(app, withdrawInvitationRoute, async ({ params, request, reply }) => {
    const partnerId = requirePartner(request, 'owner')
    requireFresh(request, clock.now())
    const withdrawn = await db.write(async (tx) => {
      const invitation = await withdrawInvitation(tx, partnerId, params.id)
      if (!invitation) return false
      await appendAudit(tx, clock.now(), actorOf(request), 'invitation-withdrawn', invitation.email)
      return true
    })
    if (!withdrawn) throw new ApiError('NOT_FOUND')
    return reply.send()
  })

  serve(app, changeRoleRoute, async ({ params, body, request }) => {
    const partnerId = requirePartner(request, 'owner')
    requireFresh(request, clock.now())
    const demoted = await db.write(async (tx) => {
      const demoted = await changeRole(tx, clock.now(), partnerId, params.id, body.role)
      if (demoted) {
        const { email } = demoted.changed
        await appendAudit(tx, clock.now(), actorOf(request), 'role-changed', email, { role: body.role })
      }
      return demoted
    })
    if (!demoted) throw new ApiError('NOT_FOUND')
    if (demoted.memberId !== undefined) openViews.end(demoted.memberId)
    return toAdmin(demoted.changed)
  })

  serve(app, removeAdminRoute, async ({ params, request, reply }) => {
    const partnerId = requirePartner(request, 'owner')
    requireFresh(request, clock.now())
    const removed = await db.write(async (tx) => {
      const removed = await removeAdmin(tx, clock.now(), partnerId, params.id)
      if (removed) await appendAudit(tx, clock.now(), actorOf(request), 'admin-removed', removed.changed.email)
      return removed
    })
    if (!removed) throw new ApiError('NOT_FOUND')
    if (removed.memberId !== undefined) openViews.end(removed.memberId)
    return reply.send()
  })

  serve(app, listAudit, async ({ query, request }) => {
    requireRole(request, 'owner', 'operator')
    const before = query.cursor === undefined ? undefined : decodeCursor(signingKey, 'audit', query.cursor)
    const asked = await readAuditQuery(query, request)
    if (!asked) return { items: [], nextCursor: null }
    const { items, next } = await readAudit(db, asked, before, AUDIT_PAGE)
    return { items, nextCursor: next === undefined ? null : encodeCursor(signingKey, 'audit', next) }
  })

  serve(app, downloadAudit, async ({ query, request, reply }) => {
    requireRole(request, 'owner', 'operator')
    const asked = await readAuditQuery(query, request)
    if (!asked) throw new ApiError('NOT_FOUND')
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="auditoria.csv"')
      .send(Readable.from(writeAuditCsv(db, asked, config.timeZone), { objectMode: false }))
  })

  /** Undefined when it is about a partner that there is not. */
  async function readAuditQuery(
    { acts, search, from, until, partner: slug }: Query<typeof downloadAudit>,
    request: FastifyRequest,
  ): Promise<AuditQuery | undefined> {
    const isOperator = request.admin.role === 'operator'
    if (slug !== undefined && !isOperator) throw new ApiError('NOT_ALLOWED')
    const partner = slug === undefined ? undefined : await findPartner(db, slug)
    if (slug !== undefined && !partner) return undefined
    return {
      partnerId: isOperator ? partner?.id : requirePartner(request, 'owner'),
      isForOperator: isOperator,
      ...(acts !== undefined && { acts: acts.split(',') }),
      ...(search !== undefined && { search }),
      ...(from !== undefined && { from: Date.parse(from) }),
      ...(until !== undefined && { until: Date.parse(until) }),
    }
  }
}

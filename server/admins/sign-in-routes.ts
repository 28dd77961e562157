import * as contract from '@estante/contract/panel/session.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { TooManyAttempts } from '../http/errors.ts'
import { networkOf } from '../http/network.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { serve } from '../http/serve.ts'
import { findAdmin, readMe, toAdminEmailKey } from './admin.ts'
import { endAdminSession, findSignedInAdmin } from './admin-session.ts'
import { actorOf, clearCookie, clientInfoOf, readCookie, setCookie } from './authenticate-admin.ts'
import { passwordResetEmail } from './emails.ts'
import { openMailer } from './mailer.ts'
import { finishPasswordReset, mintPasswordReset, passwordResetUrl } from './password-reset.ts'
import { ratePassword } from './password-strength.ts'
import { signIn } from './sign-in.ts'
import { consumeAttempt, ofAddress, ofReset } from './sign-in-throttle.ts'

/** Ratings of passwords a minute for one network: as fast as a person types. */
const RATINGS_A_MINUTE = 60

/** Registers the routes to sign in and to reset a password, open to anyone. */
export function signInRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, config, log } = context
  const mailer = openMailer(config)
  const sending = new Set<Promise<void>>()
  const ratings = createRateLimit({})

  serve(app, contract.getService, async () => ({ name: config.serviceName, sendsMail: config.smtpUrl !== undefined }))

  serve(app, contract.signIn, async ({ body, request, reply }) => {
    const { token, adminId } = await signIn(context, body.email, body, clientInfoOf(request))
    setCookie(reply, config, token)
    return readMe(db.read, config, adminId)
  })

  serve(app, contract.signOut, async ({ request, reply }) => {
    const token = readCookie(config, request)
    const now = clock.now()
    const admin = token === undefined ? undefined : await findSignedInAdmin(db, now, token)
    if (admin) {
      request.admin = admin
      await endAdminSession(db, now, admin, 'signed-out', actorOf(request))
    }
    clearCookie(reply, config)
    return reply.send()
  })

  serve(app, contract.ratePassword, async ({ body, request }) => {
    const { allowed, resetSeconds } = await ratings.take(networkOf(request.ip), RATINGS_A_MINUTE, clock.now())
    if (!allowed) throw new TooManyAttempts(resetSeconds * 1000)
    return ratePassword(body.password, [...body.about, config.serviceName])
  })

  // Looks up the admin and sends the e-mail after the answer, whose text and duration then reveal nothing about the
  // account.
  serve(app, contract.requestPasswordReset, async ({ body, request, reply }) => {
    await consumeAttempt(db, clock.now(), [ofReset(toAdminEmailKey(body.email)), ofAddress(request.ip, 'reset')])
    const sent = sendReset(body.email, request.ip)
      .catch((error) => log.error({ err: error }, 'password reset not sent'))
      .finally(() => sending.delete(sent))
    sending.add(sent)
    return reply.send()
  })

  serve(app, contract.finishPasswordReset, async ({ body, request, reply }) => {
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
    await mailer.send(passwordResetEmail({ serviceName, timeZone, to: admin.email, url, expiresAt }))
  }
}

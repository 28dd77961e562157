import { invitationEmail } from '../admins/emails.ts'
import { openMailer, trySend } from '../admins/mailer.ts'
import type { Context } from '../context.ts'
import { invitationUrl } from './invitation.ts'

interface NewInvitation {
  email: string
  token: string
  expiresAt: number
  /** Undefined for the operator's own team. */
  partnerName: string | undefined
}

/**
 * Sends invitations by e-mail. Without a mail server, the result contains the link. `isRefused`: the mail server refused
 * the e-mail.
 */
export function createInvitationSender({ config, log }: Pick<Context, 'config' | 'log'>) {
  const mailer = openMailer(config)
  const { serviceName, timeZone } = config

  return async function sendInvitation({ email, token, expiresAt, partnerName }: NewInvitation) {
    const url = invitationUrl(config, token)
    if (!mailer) return { invitationUrl: url, isRefused: false }
    const message = invitationEmail({ serviceName, timeZone, to: email, url, expiresAt, partnerName })
    const isSent = await trySend(mailer, message, (error) => log.error({ err: error }, 'e-mail not sent'))
    return { invitationUrl: null, isRefused: !isSent }
  }
}

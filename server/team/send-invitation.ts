import { invitationEmail } from '../admins/emails.ts'
import { openMailer } from '../admins/mailer.ts'
import type { Context } from '../context.ts'
import { invitationUrl } from './invitation.ts'

/** An invitation that was just created. */
interface NewInvitation {
  email: string
  token: string
  expiresAt: number
  /** Undefined for the operator's own team. */
  partnerName: string | undefined
}

/**
 * Sends invitations by e-mail. Without a mail server, or when it refuses the e-mail (`isRefused`), the result contains
 * the link.
 */
export function createInvitationSender({ config, log }: Pick<Context, 'config' | 'log'>) {
  const mailer = openMailer(config)
  const { serviceName, timeZone } = config

  return async function sendInvitation({ email, token, expiresAt, partnerName }: NewInvitation) {
    const url = invitationUrl(config, token)
    const isSent = await send({ serviceName, timeZone, to: email, url, expiresAt, partnerName })
    return { invitationUrl: isSent ? null : url, isRefused: !isSent && mailer !== undefined }
  }

  async function send(link: Parameters<typeof invitationEmail>[0]): Promise<boolean> {
    if (!mailer) return false
    try {
      await mailer.send(invitationEmail(link))
      return true
    } catch (error) {
      log.error({ err: error }, 'invitation not sent')
      return false
    }
  }
}

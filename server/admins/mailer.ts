import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'

/** An e-mail in plain text. */
export interface EmailMessage {
  to: string
  subject: string
  text: string
}

type Mailer = ReturnType<typeof openMailer>

/**
 * Sends an e-mail whose link can also be shown. Returns false without a mail server, or when it refuses the e-mail, which
 * `onFailure` reports.
 */
export async function trySend(
  mailer: Mailer,
  message: EmailMessage,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  if (!mailer) return false
  try {
    await mailer.send(message)
    return true
  } catch (error) {
    onFailure(error)
    return false
  }
}

const PATIENCE_MS = 10_000

/**
 * Connects to the operator's mail server (`SMTP_URL`). Undefined without one. Opens a connection for each e-mail: they
 * are rare.
 */
export function openMailer({ smtpUrl, mailFrom }: Config) {
  if (smtpUrl === undefined) return undefined
  const withTransport = async (act: (transport: Transporter) => Promise<unknown>) => {
    // Loaded with the first e-mail: most processes never send one.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    })
    try {
      await act(transport)
    } finally {
      transport.close()
    }
  }
  return {
    /** Sends an e-mail through the mail server. Rejects when the server refuses it. */
    send: (message: EmailMessage) => withTransport((transport) => transport.sendMail({ from: mailFrom, ...message })),
    /** Connects and signs in, without sending anything. Rejects when the server cannot be reached or refuses it. */
    verify: () => withTransport((transport) => transport.verify()),
  }
}

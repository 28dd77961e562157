import type { Config } from '../config.ts'

/** An e-mail in plain text. */
export interface Email {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Hands a letter to the mail server. Rejects when it was not taken. */
  send(letter: Email): Promise<void>
}

const PATIENCE_MS = 10_000

/** The operator's mail server (`SMTP_URL`), or undefined. A connection for each letter: few are written. */
export function openMailer({ smtpUrl, mailFrom }: Config): Mailer | undefined {
  if (smtpUrl === undefined) return undefined
  return {
    async send(letter) {
      // Loaded when the first letter is written: most processes never write one.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
      })
      try {
        await transport.sendMail({ from: mailFrom, ...letter })
      } finally {
        transport.close()
      }
    },
  }
}

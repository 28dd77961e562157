import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'

/** An e-mail as it arrived: envelope and data. */
export interface ArrivedMail {
  from: string
  to: string[]
  headers: string
  /** Its text, decoded. */
  text: string
}

/** A real mail server with one user, which closes when the test ends. `isRefusing`: rejects every e-mail. */
export async function startMailServer({ isRefusing = false } = {}) {
  const mails: ArrivedMail[] = []
  const arrivals: ((mail: ArrivedMail) => void)[] = []
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _, done) {
      if (username === 'painel' && password === 'segredo') done(null, { user: username })
      else done(new Error('no'))
    },
    onRcptTo(_, __, done) {
      done(isRefusing ? new Error('not here') : null)
    },
    async onData(stream, { envelope }, done) {
      const [headers = '', ...body] = (await buffer(stream)).toString('latin1').split('\r\n\r\n')
      const mail = {
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        headers,
        text: decodeBody(headers, body.join('\r\n\r\n')),
      }
      mails.push(mail)
      arrivals.shift()?.(mail)
      done()
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://painel:segredo@127.0.0.1:${port}`,
    mails,
    /** Waits for the next e-mail. */
    next: () => new Promise<ArrivedMail>((resolve) => arrivals.push(resolve)),
  }
}

/** RFC 2045, section 6. */
function decodeBody(headers: string, body: string): string {
  if (/^Content-Transfer-Encoding: base64/im.test(headers)) return Buffer.from(body, 'base64').toString()
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(headers)) return Buffer.from(body, 'latin1').toString()
  const joined = body.replace(/=\r\n/g, '')
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

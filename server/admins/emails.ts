import { createDateFormat } from '@estante/contract/date-format.ts'
import type { EmailMessage } from './mailer.ts'

interface Link {
  serviceName: string
  to: string
  url: string
  expiresAt: number
  timeZone: string
}

/** Composes the invitation to the panel, of a partner or of the operator. */
export function invitationEmail({ partnerName, ...link }: Link & { partnerName: string | undefined }): EmailMessage {
  const { serviceName, to, url } = link
  const purpose = partnerName === undefined ? 'para operar o serviço' : `na equipe ${partnerName}`
  return {
    to,
    subject: `Convite para o painel ${serviceName}`,
    text: `Olá!

Este é o seu convite para o painel ${serviceName}, ${purpose}.

Para aceitar, abra este link e escolha uma senha:

${url}

O convite vale até ${when(link)} e só pode ser usado uma vez.

Se você não esperava este convite, ignore esta mensagem: nada acontece sem o link.
`,
  }
}

/** Composes the e-mail with the link to choose a new password. */
export function passwordResetEmail(link: Link): EmailMessage {
  const { serviceName, to, url } = link
  return {
    to,
    subject: `Nova senha do painel ${serviceName}`,
    text: `Olá!

Alguém pediu uma nova senha para a sua conta no painel ${serviceName}. Se foi você, abra este link e escolha a senha:

${url}

O link vale até ${when(link)} e só pode ser usado uma vez. Ao trocar a senha, você sai de todos os aparelhos.

Se não foi você, ignore esta mensagem: a sua senha continua a mesma.
`,
  }
}

function when({ expiresAt, timeZone }: Link): string {
  return createDateFormat({ dateStyle: 'long', timeStyle: 'short', timeZone })(expiresAt)
}

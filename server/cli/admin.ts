import { type AdminRole, PARTNER_ROLES } from '@estante/contract/roles.ts'
import { Command } from 'commander'
import { findAdmin } from '../admins/admin.ts'
import { deleteAdminSessions } from '../admins/admin-session.ts'
import { invitationEmail, passwordResetEmail } from '../admins/emails.ts'
import { openMailer, trySend } from '../admins/mailer.ts'
import { mintPasswordReset, passwordResetUrl } from '../admins/password-reset.ts'
import { disableSecondFactor } from '../admins/second-factor.ts'
import { commandLine } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Admin } from '../db/tables.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { invitationUrl, inviteAdmin, withdrawInvitation } from '../team/invitation.ts'
import { removeEvenLastOwner } from '../team/team.ts'
import { addAction, CommandError, toTextTable } from './run.ts'
import { readPartner } from './tenancy.ts'

/** The same limits as `contract/partner/users.ts`. */
const EMAIL_LENGTH = 254

/** `estante admin …`: the users of the panel. Takes effect at once in a running server. */
export function adminCommand(): Command {
  const command = new Command('admin').description('Pessoas que usam o painel.')
  addAction(
    command
      .command('invite')
      .description('Convida alguém para o painel e mostra o link, que vale 7 dias e uma vez.')
      .requiredOption('--email <email>', 'quem é convidado')
      .option('--partner <slug>', 'o parceiro; sem ele, convida quem opera o serviço')
      .option('--role <papel>', `com --partner: ${PARTNER_ROLES.join(', ')} (padrão owner)`),
    invite,
    toInvitationText,
  )
  addAction(
    command
      .command('withdraw <email>')
      .description('Retira um convite que ainda não foi aceito, na hora.')
      .option('--partner <slug>', 'o parceiro; sem ele, o convite de quem opera o serviço'),
    withdraw,
    ({ email }) => `O convite de ${email} não vale mais.`,
  )
  addAction(
    command
      .command('list')
      .description('Lista quem usa o painel.')
      .option('--partner <slug>', 'só a equipe de um parceiro'),
    list,
    toListText,
  )
  addAction(
    command.command('remove <email>').description('Tira alguém do painel, na hora.'),
    remove,
    ({ email }) => `${email} não usa mais o painel.`,
  )
  addAction(
    command
      .command('reset <email>')
      .description('Dá a alguém um link para escolher uma nova senha, que vale uma hora e uma vez.')
      .option('--without-second-factor', 'também desliga o segundo fator, para quem perdeu o aparelho e os códigos'),
    reset,
    toResetText,
  )
  return command
}

interface InviteOptions {
  email: string
  partner?: string
  role?: string
}

async function invite(context: Context, options: InviteOptions) {
  const { db, clock, config } = context
  const email = readEmail(options.email)
  const partner = options.partner === undefined ? undefined : await readPartner(context, options.partner)
  const role = readRole(options)
  if (await findAdmin(db.read, email)) throw new CommandError(`Já existe uma conta no painel com o e-mail "${email}".`)
  const partnerId = partner?.id ?? null
  const { token, expiresAt } = await db.write((tx) =>
    inviteAdmin(tx, clock.now(), { partnerId, email, role, isByHand: true }, commandLine(partnerId)),
  )
  const url = invitationUrl(config, token)
  const { serviceName, timeZone } = config
  const link = { serviceName, timeZone, to: email, url, expiresAt, partnerName: partner?.name }
  const isSent = await trySend(openMailer(config), invitationEmail(link), tellUnsent)
  return {
    email,
    role,
    partner: partner?.slug ?? null,
    invitationUrl: url,
    expiresAt: new Date(expiresAt).toISOString(),
    isSent,
  }
}

async function withdraw(context: Context, email: string, { partner: slug }: { partner?: string }) {
  const { db, clock } = context
  const partner = slug === undefined ? undefined : await readPartner(context, slug)
  const partnerId = partner?.id ?? null
  const withdrawn = await withdrawInvitation(db, clock.now(), partnerId, { email }, commandLine(partnerId))
  if (!withdrawn) {
    const hint = partner ? '' : ' O de um parceiro se retira com --partner.'
    throw new CommandError(`Não há convite de "${email}" a retirar.${hint}`)
  }
  return { email: withdrawn.email, partner: partner?.slug ?? null }
}

async function list(context: Context, { partner: slug }: { partner?: string }) {
  const partner = slug === undefined ? undefined : await readPartner(context, slug)
  const rows = await context.db.read
    .selectFrom('admin')
    .leftJoin('partner', 'partner.id', 'admin.partner_id')
    .select(['admin.email', 'admin.name', 'admin.role', 'admin.totp_secret', 'admin.last_signed_in_at', 'partner.slug'])
    .where('admin.removed_at', 'is', null)
    .$if(partner !== undefined, (query) => query.where('admin.partner_id', '=', partner?.id ?? 0))
    .orderBy('admin.created_at')
    .execute()
  return rows.map((row) => ({
    email: row.email,
    name: row.name,
    role: row.role,
    partner: row.slug,
    hasSecondFactor: row.totp_secret !== null,
    lastSignedInAt: toIsoString(row.last_signed_in_at),
  }))
}

async function remove(context: Context, email: string) {
  const { db, clock } = context
  const admin = await findOrRefuse(context, email)
  await db.write((tx) => removeEvenLastOwner(tx, clock.now(), admin, commandLine(admin.partner_id)))
  return { email: admin.email }
}

async function reset(
  context: Context,
  email: string,
  { withoutSecondFactor = false }: { withoutSecondFactor?: boolean },
) {
  const { db, clock, config } = context
  const admin = await findOrRefuse(context, email)
  const actor = commandLine(admin.partner_id)
  const { token, expiresAt } = await db.write(async (tx) => {
    if (withoutSecondFactor) {
      await disableSecondFactor(tx, clock.now(), admin, actor)
      await deleteAdminSessions(tx, admin.id)
    }
    return mintPasswordReset(tx, clock.now(), admin, actor)
  })
  const url = passwordResetUrl(config, token)
  const { serviceName, timeZone } = config
  const message = passwordResetEmail({ serviceName, timeZone, to: admin.email, url, expiresAt })
  const isSent = await trySend(openMailer(config), message, tellUnsent)
  return { email: admin.email, resetUrl: isSent ? null : url, expiresAt: new Date(expiresAt).toISOString(), isSent }
}

/** Says why an e-mail was not sent: the link is shown instead. */
function tellUnsent(error: unknown): void {
  const reason = error instanceof Error ? error.message : error
  process.stderr.write(`O e-mail não foi enviado (${reason}). Confira SMTP_URL.\n`)
}

async function findOrRefuse({ db }: Context, email: string): Promise<Admin> {
  const admin = await findAdmin(db.read, email)
  if (!admin) throw new CommandError(`Ninguém usa o painel com o e-mail "${email}". Veja estante admin list.`)
  return admin
}

function readEmail(value: string): string {
  const email = value.trim()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > EMAIL_LENGTH) {
    throw new CommandError(`"${value}" não é um e-mail.`)
  }
  return email
}

function readRole({ partner, role }: InviteOptions): AdminRole {
  if (partner === undefined) {
    if (role === undefined || role === 'operator') return 'operator'
    throw new CommandError('--role só vale com --partner: quem opera o serviço não tem papel de parceiro.')
  }
  const known = PARTNER_ROLES.find((one) => one === (role ?? 'owner'))
  if (!known) throw new CommandError(`O papel deve ser ${PARTNER_ROLES.join(', ')}, não "${role}".`)
  return known
}

function toInvitationText({
  email,
  invitationUrl: url,
  expiresAt,
  isSent,
}: Awaited<ReturnType<typeof invite>>): string {
  const sent = isSent ? ' O convite também foi enviado por e-mail.' : ''
  return `Convite de ${email}, até ${expiresAt}:\n${url}\nEntregue o link só a essa pessoa: ele vale uma vez.${sent}`
}

function toListText(admins: Awaited<ReturnType<typeof list>>): string {
  return toTextTable([
    ['E-MAIL', 'NOME', 'PAPEL', 'PARCEIRO', 'SEGUNDO FATOR', 'ÚLTIMA ENTRADA'],
    ...admins.map((admin) => [
      admin.email,
      admin.name,
      admin.role,
      admin.partner ?? '—',
      admin.hasSecondFactor ? 'sim' : 'não',
      admin.lastSignedInAt ?? 'nunca',
    ]),
  ])
}

function toResetText({ email, resetUrl, expiresAt }: Awaited<ReturnType<typeof reset>>): string {
  if (resetUrl === null) return `O link para a nova senha foi enviado a ${email}. Vale até ${expiresAt}.`
  return `Link da nova senha de ${email}, até ${expiresAt}:\n${resetUrl}\nEntregue o link só a essa pessoa: ele vale uma vez.`
}

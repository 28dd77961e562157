import { Command } from 'commander'
import { commandLine } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import {
  createCredential,
  endViewsOfCredential,
  limitCredential,
  ORDINARY_RATE_LIMIT,
  revokeCredential,
  rotateSecret,
} from '../credentials/credential.ts'
import type { Credential } from '../db/tables.ts'
import { nameOfEnvironment } from '../environment.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { addAction, CommandError, readCount, readName, toTextTable } from './run.ts'
import { readPartner, readTenancy } from './tenancy.ts'

/** Creates `estante credential …`, for access to the Partner API. Takes effect at once in a running server. */
export function credentialCommand(): Command {
  const command = new Command('credential').description('Credenciais da API dos parceiros.')
  addAction(
    command
      .command('create')
      .description('Cria uma credencial e mostra o segredo, esta única vez.')
      .requiredOption('--partner <slug>', 'o parceiro')
      .requiredOption('--environment <ambiente>', 'production ou sandbox')
      .requiredOption('--name <nome>', 'para que serve, como "Backend do app"', readName)
      .option('--rate-limit <n>', 'requisições por minuto (padrão 120)', readCount),
    create,
    toSecretText,
  )
  addAction(
    command.command('list').description('Lista as credenciais.').option('--partner <slug>', 'só as de um parceiro'),
    list,
    toListText,
  )
  addAction(
    command.command('rotate <client_id>').description('Gera um segredo novo; o anterior para de funcionar na hora.'),
    async ({ db, clock }: Context, clientId: string) => {
      const rotated = await rotateSecret(db, clock.now(), { clientId }, commandLine(null))
      if (!rotated) throw noActiveCredential(clientId)
      return { ...toSummary(rotated.credential), clientSecret: rotated.clientSecret }
    },
    toSecretText,
  )
  addAction(
    command
      .command('revoke <client_id>')
      .description('Revoga uma credencial, para sempre e na hora.')
      .option('--end-views', 'encerra também as visões abertas por links dela, mesmo se já estava revogada'),
    async ({ db, clock }: Context, clientId: string, { endViews }: { endViews?: true }) => {
      const key = { clientId }
      const revoked = await revokeCredential(db, clock.now(), key, commandLine(null))
      const ended = endViews && (await endViewsOfCredential(db, clock.now(), key, commandLine(null)))
      const credential = ended ?? revoked
      if (!credential)
        throw new CommandError(`Não existe credencial com o client_id "${clientId}". Veja estante credential list.`)
      return toSummary(credential)
    },
    ({ clientId, viewsEndedAt }) =>
      `Credencial ${clientId} revogada${viewsEndedAt ? ', e as visões abertas por ela, encerradas' : ''}.`,
  )
  addAction(
    command
      .command('limit <client_id>')
      .description('Muda quantas requisições por minuto uma credencial pode fazer.')
      .argument('<n>', 'requisições por minuto', readCount),
    async ({ db, clock }: Context, clientId: string, rateLimit: number) => {
      const limited = await limitCredential(db, clock.now(), { clientId }, { rateLimit }, commandLine(null))
      if (!limited) throw noActiveCredential(clientId)
      return toSummary(limited)
    },
    ({ clientId, rateLimit }) =>
      `Credencial ${clientId}: ${rateLimit} requisições por minuto${
        rateLimit > ORDINARY_RATE_LIMIT ? ', fora do limite do parceiro' : ''
      }.`,
  )
  return command
}

interface CreateOptions {
  partner: string
  environment: string
  name: string
  rateLimit?: number
}

async function create(context: Context, options: CreateOptions) {
  const tenancy = await readTenancy(context, options)
  const { db, clock, config } = context
  const subject = { ...tenancy, name: options.name, rateLimit: options.rateLimit }
  const { credential, clientSecret } = await createCredential(db, clock.now(), config, subject, commandLine(null))
  return { ...toSummary(credential), clientSecret }
}

async function list(context: Context, { partner: slug }: { partner?: string }) {
  const partner = slug === undefined ? undefined : await readPartner(context, slug)
  const credentials = await context.db.read
    .selectFrom('credential')
    .innerJoin('partner', 'partner.id', 'credential.partner_id')
    .selectAll('credential')
    .select('partner.slug')
    .$if(partner !== undefined, (query) => query.where('partner_id', '=', partner?.id ?? 0))
    .orderBy('credential.created_at')
    .execute()
  return credentials.map((credential) => ({ ...toSummary(credential), partner: credential.slug }))
}

function toSummary(credential: Credential) {
  return {
    clientId: credential.client_id,
    environment: nameOfEnvironment(credential.environment),
    name: credential.name,
    rateLimit: credential.rate_limit,
    createdAt: toIsoString(credential.created_at),
    rotatedAt: toIsoString(credential.rotated_at),
    revokedAt: toIsoString(credential.revoked_at),
    viewsEndedAt: toIsoString(credential.views_ended_at),
    lastUsedAt: toIsoString(credential.last_used_at),
    lastUsedRoute: credential.last_used_route,
  }
}

function toSecretText(credential: { clientId: string; clientSecret: string; environment: string }): string {
  return [
    `client_id      ${credential.clientId}`,
    `client_secret  ${credential.clientSecret}`,
    `Ambiente: ${credential.environment}. Guarde o segredo agora: ele não será mostrado de novo.`,
  ].join('\n')
}

function toListText(credentials: Awaited<ReturnType<typeof list>>): string {
  return toTextTable([
    ['CLIENT_ID', 'PARCEIRO', 'AMBIENTE', 'NOME', 'LIMITE', 'ÚLTIMO USO', 'SITUAÇÃO'],
    ...credentials.map((credential) => [
      credential.clientId,
      credential.partner,
      credential.environment,
      credential.name,
      String(credential.rateLimit),
      credential.lastUsedAt ?? 'nunca',
      credential.revokedAt ? 'revogada' : 'ativa',
    ]),
  ])
}

function noActiveCredential(clientId: string): CommandError {
  return new CommandError(`Não existe credencial ativa com o client_id "${clientId}". Veja estante credential list.`)
}

import { access, constants, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { SLUG } from '@estante/contract/slug.ts'
import { Command } from 'commander'
import { commandLine } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { ORDINARY_RATE_LIMIT } from '../credentials/credential.ts'
import type { Partner } from '../db/tables.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { createPartner, isDuplicateSlug, limitPartner, resumePartner, suspendPartner } from '../partners/partner.ts'
import { compactWhenDue } from '../privacy/compact-when-due.ts'
import { writeLastReports } from '../privacy/last-reports.ts'
import { purgePartner } from '../privacy/purge-partner.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { addAction, CommandError, formatCount, readCount, readName, toTextTable } from './run.ts'
import { readPartner } from './tenancy.ts'

/** Creates `estante partner …`, for the tenants. */
export function partnerCommand(): Command {
  const command = new Command('partner').description('Parceiros.')
  addAction(
    command
      .command('create')
      .description('Cria um parceiro.')
      .requiredOption('--name <nome>', 'nome, como o membro o vê', readName)
      .requiredOption('--slug <slug>', 'nome curto para os comandos: letras minúsculas, dígitos e hifens'),
    create,
    ({ name, slug }) => `Parceiro ${name} criado com o slug ${slug}.`,
  )
  addAction(command.command('list').description('Lista os parceiros.'), list, (partners) =>
    toTextTable([
      ['SLUG', 'NOME', 'LIMITE', 'SITUAÇÃO'],
      ...partners.map(({ slug, name, rateLimit, suspendedAt }) => [
        slug,
        name,
        String(rateLimit),
        suspendedAt ? 'suspenso' : 'ativo',
      ]),
    ]),
  )
  addAction(
    command
      .command('limit <slug>')
      .description(
        'Muda quantas requisições por minuto as credenciais de um parceiro podem fazer juntas, em cada ambiente.',
      )
      .argument('<n>', 'requisições por minuto (padrão 600)', readCount),
    limit,
    ({ name, rateLimit }) =>
      `Parceiro ${name}: ${rateLimit} requisições por minuto em cada ambiente, somadas as credenciais de até ${ORDINARY_RATE_LIMIT}.`,
  )
  addAction(
    command
      .command('suspend <slug>')
      .description('Suspende um parceiro, na hora: a API o recusa e os membros dele saem, até resume.'),
    suspend,
    ({ name, slug }) => `Parceiro ${name} suspenso. Para voltar: estante partner resume ${slug}`,
  )
  addAction(
    command
      .command('resume <slug>')
      .description('Devolve o acesso de um parceiro suspenso; o que foi revogado continua revogado.'),
    resume,
    ({ name }) => `Parceiro ${name} ativo de novo.`,
  )
  addAction(
    command
      .command('purge <slug>')
      .description(
        'No fim do contrato: grava os relatórios de todos os meses e apaga o parceiro com tudo o que é dele.',
      )
      .requiredOption('--reports <pasta>', 'onde gravar os relatórios, antes de apagar')
      .option('--yes', 'não pergunta'),
    purge,
    ({ slug, reports, rows }, options) =>
      `Parceiro ${slug} apagado. Linhas: ${rows}; arquivos de relatório em ${options.reports}: ${reports}.`,
  )
  return command
}

interface PurgeOptions {
  reports: string
  yes?: boolean
  json?: boolean
}

/** Longer than requests take that had begun when the partner was suspended. */
const SETTLED_AFTER_MS = 3000

async function purge(context: Context, slug: string, options: PurgeOptions) {
  const { db, clock } = context
  const partner = await readPartner(context, slug)
  if (!options.yes) await confirmPurge(slug)
  const tell = (message: string) => {
    if (!options.json) process.stderr.write(`${message}\n`)
  }
  // Node would try for ever to create one there (estante.js).
  if (/^\/proc(\/|$)/.test(resolve(options.reports))) {
    throw new CommandError('Não se cria pasta em /proc: escolha outra para os relatórios.')
  }
  // Before anything is changed: without a folder for the reports, the members would be shut out and nothing removed.
  await mkdir(options.reports, { recursive: true, mode: 0o700 })
  await access(options.reports, constants.W_OK)
  await suspendPartner(db, clock.now(), partner.id, commandLine(partner.id))
  let reports: string[] = []
  // An earlier run has begun the purge: the reports are written, and some months may already be deleted.
  if (partner.purge_started_at === null) {
    await wait(SETTLED_AFTER_MS)
    reports = await writeLastReports(context, partner, options.reports, (name) => tell(`Relatório gravado: ${name}`))
  } else {
    tell('Continuando de onde parou: os relatórios foram gravados da primeira vez.')
  }
  const removed = await purgePartner(context, partner, commandLine(null), (table, rows) => {
    tell(`${table}: ${formatCount(rows, 'linha apagada', 'linhas apagadas')}`)
  })
  await compactWhenDue(context, clock.now())
  const rows = Object.values(removed).reduce((sum, one) => sum + one, 0)
  return { slug, reports: reports.length, rows, removed }
}

async function confirmPurge(slug: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new CommandError(`Apagar ${slug} não tem volta: confirme com --yes.`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const question = `Tudo de ${slug} será apagado, de vez. Para confirmar, digite ${slug}: `
  // Ctrl+C and Ctrl+D reject.
  const typed = await terminal.question(question).catch(() => '')
  terminal.close()
  if (typed.trim() !== slug) throw new CommandError('Sem a confirmação, nada foi apagado.')
}

async function create({ db, clock }: Context, options: { name: string; slug: string }) {
  const { name } = options
  const slug = checkedSlug(options.slug)
  const partner = await createPartner(db, clock.now(), { name, slug }, commandLine(null)).catch((error) => {
    if (!isDuplicateSlug(error)) throw error
    throw new CommandError(`Já existe um parceiro com o slug "${slug}". Escolha outro.`, { cause: error })
  })
  return { id: partner.public_id, slug: partner.slug, name: partner.name }
}

async function list({ db }: Context) {
  const partners = await db.read
    .selectFrom('partner')
    .selectAll()
    .where('id', '!=', PREVIEW_PARTNER_ID)
    .orderBy('slug')
    .execute()
  return partners.map(toSummary)
}

async function limit({ db, clock }: Context, slug: string, rateLimit: number) {
  const { id } = await readPartner({ db }, slug)
  return toSummary(await limitPartner(db, clock.now(), id, { rateLimit }, commandLine(id)))
}

async function suspend({ db, clock }: Context, slug: string) {
  const { id } = await readPartner({ db }, slug)
  return toSummary(await suspendPartner(db, clock.now(), id, commandLine(id)))
}

async function resume({ db, clock }: Context, slug: string) {
  const { id } = await readPartner({ db }, slug)
  return toSummary(await resumePartner(db, clock.now(), id, commandLine(id)))
}

function toSummary({ public_id, slug, name, rate_limit, suspended_at }: Partner) {
  return { id: public_id, slug, name, rateLimit: rate_limit, suspendedAt: toIsoString(suspended_at) }
}

function checkedSlug(slug: string): string {
  if (!SLUG.test(slug)) {
    throw new CommandError(`O slug "${slug}" não serve: use até 40 letras minúsculas, dígitos e hifens.`)
  }
  return slug
}

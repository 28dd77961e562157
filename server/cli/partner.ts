import { Command } from 'commander'
import { appendAudit, commandLine } from '../admins/audit.ts'
import type { Context } from '../context.ts'
import type { Partner } from '../db/tables.ts'
import { toInstant } from '../http/to-instant.ts'
import {
  createPartner,
  findPartner,
  PREVIEW_PARTNER_ID,
  resumePartner,
  SLUG,
  SlugTakenError,
  suspendPartner,
} from '../partners/partner.ts'
import { CommandError, run, toTable } from './run.ts'

/** `estante partner …`: the tenants. */
export function partnerCommand(): Command {
  const command = new Command('partner').description('Parceiros.')
  command
    .command('create')
    .description('Cria um parceiro.')
    .requiredOption('--name <nome>', 'nome, como o membro o vê')
    .requiredOption('--slug <slug>', 'nome curto para os comandos: letras minúsculas, dígitos e hífens')
    .option('--json', 'imprime um JSON')
    .action((options: { name: string; slug: string; json?: boolean }) =>
      run(
        options,
        async ({ db, clock }) => {
          const { name, slug } = checked(options)
          const partner = await createPartner(db, clock.now(), { name, slug }, (tx, created) =>
            appendAudit(tx, clock.now(), commandLine(created.id), 'partner-created', name),
          ).catch((error) => {
            if (!(error instanceof SlugTakenError)) throw error
            throw new CommandError(`Já existe um parceiro com o slug "${slug}".`, { cause: error })
          })
          return { id: partner.id, slug: partner.slug, name: partner.name }
        },
        (partner) => `Parceiro ${partner.name} criado com o slug ${partner.slug}.`,
      ),
    )
  command
    .command('list')
    .description('Lista os parceiros.')
    .option('--json', 'imprime um JSON')
    .action((options: { json?: boolean }) =>
      run(options, list, (partners) =>
        toTable([
          ['SLUG', 'NOME', 'SITUAÇÃO'],
          ...partners.map(({ slug, name, suspendedAt }) => [slug, name, suspendedAt ? 'suspenso' : 'ativo']),
        ]),
      ),
    )
  command
    .command('suspend')
    .description('Suspende um parceiro, na hora: a API o recusa e os membros dele saem, até resume.')
    .argument('<slug>')
    .option('--json', 'imprime um JSON')
    .action((slug: string, options: { json?: boolean }) =>
      run(
        options,
        (context) => suspend(context, slug),
        ({ name }) => `Parceiro ${name} suspenso. Para voltar: estante partner resume ${slug}`,
      ),
    )
  command
    .command('resume')
    .description('Devolve o acesso de um parceiro suspenso; o que foi revogado continua revogado.')
    .argument('<slug>')
    .option('--json', 'imprime um JSON')
    .action((slug: string, options: { json?: boolean }) =>
      run(
        options,
        (context) => resume(context, slug),
        ({ name }) => `Parceiro ${name} ativo de novo.`,
      ),
    )
  return command
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

async function suspend(context: Context, slug: string) {
  const { db, clock } = context
  const { id } = await findOrRefuse(context, slug)
  await db.write(async (tx) => {
    const suspended = await suspendPartner(tx, clock.now(), id)
    if (suspended) await appendAudit(tx, clock.now(), commandLine(id), 'partner-suspended', suspended.name)
  })
  return toSummary(await findOrRefuse(context, slug))
}

async function resume(context: Context, slug: string) {
  const { db, clock } = context
  const { id } = await findOrRefuse(context, slug)
  await db.write(async (tx) => {
    const resumed = await resumePartner(tx, id)
    if (resumed) await appendAudit(tx, clock.now(), commandLine(id), 'partner-resumed', resumed.name)
  })
  return toSummary(await findOrRefuse(context, slug))
}

async function findOrRefuse({ db }: Context, slug: string): Promise<Partner> {
  const partner = await findPartner(db, slug)
  if (!partner) throw new CommandError(`Não existe parceiro com o slug "${slug}". Veja estante partner list.`)
  return partner
}

function toSummary({ id, slug, name, suspended_at }: Partner) {
  return { id, slug, name, suspendedAt: toInstant(suspended_at) }
}

function checked({ name, slug }: { name: string; slug: string }) {
  if (name.trim() === '' || name.length > 120) throw new CommandError('O nome deve ter de 1 a 120 caracteres.')
  if (!SLUG.test(slug)) {
    throw new CommandError(`O slug "${slug}" não serve: use até 40 letras minúsculas, dígitos e hífens.`)
  }
  return { name: name.trim(), slug }
}

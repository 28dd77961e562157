import { Command } from 'commander'
import { createPartner, SlugTakenError } from '../partners/partner.ts'
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
          const partner = await createPartner(db, clock.now(), { name, slug }).catch((error) => {
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
      run(
        options,
        ({ db }) => db.read.selectFrom('partner').select(['id', 'slug', 'name']).orderBy('slug').execute(),
        (partners) => toTable([['SLUG', 'NOME'], ...partners.map(({ slug, name }) => [slug, name])]),
      ),
    )
  return command
}

function checked({ name, slug }: { name: string; slug: string }) {
  if (name.trim() === '' || name.length > 120) throw new CommandError('O nome deve ter de 1 a 120 caracteres.')
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(slug)) {
    throw new CommandError(`O slug "${slug}" não serve: use até 40 letras minúsculas, dígitos e hífens.`)
  }
  return { name: name.trim(), slug }
}

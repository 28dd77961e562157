import { existsSync } from 'node:fs'
import { Command, Option } from 'commander'
import { commandLine } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import type { Member } from '../db/tables.ts'
import { type AccountsReport, importAccounts } from '../members/import-accounts.ts'
import { findMember, findMemberByEmail, findMemberById } from '../members/member.ts'
import { compactWhenDue } from '../privacy/compact-when-due.ts'
import { eraseMember } from '../privacy/erase-member.ts'
import { recordExport, writeMemberData } from '../privacy/export-member.ts'
import type { Tenancy } from '../tenancy.ts'
import { addAction, CommandError, runQuietly } from './run.ts'
import { readTenancy } from './tenancy.ts'

/** Creates `estante member …`. */
export function memberCommand(): Command {
  const command = new Command('member').description('Membros.')
  addAction(
    command
      .command('import')
      .description('Importa contas por e-mail, para vincular na primeira sessão com cada e-mail.')
      .requiredOption('--partner <slug>', 'o parceiro')
      .requiredOption('--environment <ambiente>', 'production ou sandbox')
      .argument('<arquivo.csv>', 'com as colunas email e name'),
    async (context: Context, file: string, options: { partner: string; environment: string }) => {
      const tenancy = await readTenancy(context, options)
      if (!existsSync(file)) throw new CommandError(`O arquivo ${file} não existe.`)
      const report = await importAccounts(context.db, context.clock.now(), tenancy, file)
      if (report.failed.length > 0) {
        process.stderr.write(`Não importadas: ${report.failed.length}. Veja a razão de cada uma no relatório.\n`)
        process.exitCode = 1
      }
      return report
    },
    toText,
  )
  addAction(
    command
      .command('erase <identificador>')
      .description('Apaga um membro, de vez: fica só o que ele somou nos relatórios, sob um pseudônimo.')
      .requiredOption('--partner <slug>', 'o parceiro')
      .requiredOption('--environment <ambiente>', 'production ou sandbox')
      .addOption(byOption()),
    erase,
    ({ erased, pseudonym }) =>
      erased
        ? `Membro apagado. Nos relatórios ele é ${pseudonym}.`
        : 'Nenhum membro com este identificador: não há o que apagar.',
  )
  command
    .command('export <identificador>')
    .description('Escreve em JSON, na saída padrão, tudo o que é guardado de um membro.')
    .requiredOption('--partner <slug>', 'o parceiro')
    .requiredOption('--environment <ambiente>', 'production ou sandbox')
    .addOption(byOption())
    .option('--json', 'o mesmo: a saída é sempre um JSON')
    .action((name: string, options: MemberOptions) => runQuietly((context) => exportTo(context, name, options)))
  return command
}

interface MemberOptions {
  partner: string
  environment: string
  by: 'externalUserId' | 'email' | 'id'
}

function byOption(): Option {
  return new Option('--by <campo>', 'o que o identificador é: externalUserId (padrão), email ou id (mbr_…)')
    .choices(['externalUserId', 'email', 'id'])
    .default('externalUserId')
}

/** Erases a member. An unknown one counts as erased, so that the command can be repeated. */
async function erase(context: Context, name: string, options: MemberOptions) {
  const tenancy = await readTenancy(context, options)
  const erased = await eraseMember(context, {
    find: (tx) => find(tx, tenancy, options.by, name),
    actor: commandLine(tenancy.partnerId),
  })
  await compactWhenDue(context, context.clock.now())
  return { erased: erased !== undefined, pseudonym: erased?.pseudonym ?? null }
}

async function exportTo(context: Context, name: string, options: MemberOptions): Promise<void> {
  const tenancy = await readTenancy(context, options)
  const member = await find(context.db.read, tenancy, options.by, name)
  if (!member) throw new CommandError(`Nenhum membro com ${options.by} "${name}" neste ambiente. Confira os dois.`)
  await recordExport(context, commandLine(tenancy.partnerId), member)
  for await (const text of writeMemberData(context, member)) process.stdout.write(text)
  process.stdout.write('\n')
}

function find(db: Connection, tenancy: Tenancy, by: MemberOptions['by'], name: string): Promise<Member | undefined> {
  if (by === 'externalUserId') return findMember(db, tenancy, name)
  if (by === 'id') return findMemberById(db, tenancy, name)
  return findMemberByEmail(db, tenancy, name)
}

function toText({ imported, updated, unchanged, failed }: AccountsReport): string {
  return [
    ...failed.map(({ line, reason }) => `linha ${line}: ${reason}`),
    `Novas: ${imported}; atualizadas: ${updated}; sem mudança: ${unchanged}; recusadas: ${failed.length}.`,
  ].join('\n')
}

import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { type AccountsReport, importAccounts } from '../members/import-accounts.ts'
import { CommandError, run } from './run.ts'
import { readTenancy } from './tenancy.ts'

/** `estante member …`. */
export function memberCommand(): Command {
  const command = new Command('member').description('Membros.')
  command
    .command('import')
    .description('Importa contas por e-mail, para vincular na primeira sessão com cada e-mail.')
    .requiredOption('--partner <slug>', 'o parceiro')
    .requiredOption('--environment <ambiente>', 'production ou sandbox')
    .argument('<arquivo.csv>', 'com as colunas email e name')
    .option('--json', 'imprime um JSON')
    .action((file: string, options: { partner: string; environment: string; json?: boolean }) =>
      run(
        options,
        async (context) => {
          const tenancy = await readTenancy(context, options)
          if (!existsSync(file)) throw new CommandError(`O arquivo ${file} não existe.`)
          const report = await importAccounts(context.db, context.clock.now(), tenancy, file)
          if (report.failed.length > 0) process.exitCode = 1
          return report
        },
        toText,
      ),
    )
  return command
}

function toText({ imported, updated, unchanged, failed }: AccountsReport): string {
  return [
    ...failed.map(({ line, reason }) => `linha ${line}: ${reason}`),
    `${imported} novas, ${updated} atualizadas, ${unchanged} sem mudança, ${failed.length} recusadas.`,
  ].join('\n')
}

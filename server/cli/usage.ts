import { MONTH, type UsageReport } from '@estante/contract/partner/usage.ts'
import { Command } from 'commander'
import { toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { writeUsageReport } from '../usage/report.ts'
import { addAction, CommandError, toTextTable } from './run.ts'
import { readTenancy } from './tenancy.ts'

/** Creates `estante usage …`, which reports the same figures as the API. */
export function usageCommand(): Command {
  const command = new Command('usage').description('Uso.')
  addAction(
    command
      .command('report')
      .description('O relatório de um mês, com os mesmos números da API.')
      .requiredOption('--partner <slug>', 'o parceiro')
      .requiredOption('--environment <ambiente>', 'production ou sandbox')
      .requiredOption('--month <AAAA-MM>', 'o mês'),
    async (context: Context, options: { partner: string; environment: string; month: string }) => {
      if (!MONTH.test(options.month)) {
        throw new CommandError(`O mês deve ter o formato AAAA-MM, não "${options.month}".`)
      }
      const tenancy = await readTenancy(context, options)
      const chunks = await Array.fromAsync(writeUsageReport(context.db, tenancy, toMonth(options.month)))
      return JSON.parse(chunks.join('')) as UsageReport
    },
    toText,
  )
  return command
}

function toText({ month, totals, users }: UsageReport): string {
  return [
    `${month}: membros ativos: ${totals.activeUsers}; títulos começados: ${totals.titlesStarted}; segundos ouvidos: ${totals.listeningSeconds}; capítulos lidos: ${totals.readingChapters}.`,
    toTextTable([
      ['MEMBRO', 'TÍTULOS', 'SEGUNDOS', 'ÚLTIMA ATIVIDADE'],
      ...users.map((user) => [
        user.externalUserId,
        String(user.titlesStarted),
        String(user.listeningSeconds),
        user.lastActivityAt ?? '',
      ]),
    ]),
  ].join('\n')
}

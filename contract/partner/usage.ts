import type { Static } from 'typebox'
import { Instant } from '../fields.ts'
import { partnerRoute } from '../route.ts'
import { Type } from '../schema.ts'

/** As `2026-11`. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

const Month = Type.String({
  pattern: MONTH.source,
  patternMessage: 'deve ter o formato AAAA-MM, com mês de 01 a 12',
  publishedPattern: MONTH.source,
  description: 'Mês, no formato `AAAA-MM`.',
  examples: ['2026-11'],
})

export const UsageTotals = Type.Object(
  {
    activeUsers: Type.Integer({ description: 'Membros com ao menos um segundo ouvido ou um capítulo lido no mês.' }),
    titlesStarted: Type.Integer({ description: 'Títulos começados no mês, somados os membros.' }),
    listeningSeconds: Type.Integer({ description: 'Segundos ouvidos, pelo relógio, qualquer que seja a velocidade.' }),
    readingChapters: Type.Integer({ description: 'Capítulos lidos: distintos por membro, título e mês.' }),
  },
  { title: 'UsageTotals', description: 'Totais do mês. `listeningSeconds` e `titlesStarted` são a soma das linhas.' },
)

const UsageReportUser = Type.Object(
  {
    externalUserId: Type.String({ description: 'Identificador do membro no sistema do parceiro.' }),
    titlesStarted: Type.Integer({ description: 'Títulos que o membro começou neste mês.' }),
    listeningSeconds: Type.Integer({ description: 'Segundos ouvidos no mês, pelo relógio.' }),
    lastActivityAt: Type.Union([Instant, Type.Null()], {
      description: 'Última atividade dentro do mês.',
    }),
  },
  { title: 'UsageReportUser', description: 'O uso de um membro no mês.' },
)

export const UsageReport = Type.Object(
  {
    month: Month,
    totals: UsageTotals,
    users: Type.Array(UsageReportUser, {
      description:
        'Membros com ao menos um segundo ouvido ou um capítulo lido no mês, em ordem de `externalUserId`, todos numa resposta só.',
    }),
  },
  { title: 'UsageReport', description: 'Relatório mensal de uso.' },
)
export type UsageReport = Static<typeof UsageReport>

export const getUsage = partnerRoute('GET', '/partner/v1/usage', {
  access: 'client',
  operationId: 'getUsage',
  summary: 'Relatório mensal de uso',
  description:
    'O uso do mês no ambiente da credencial. O mês segue o fuso do serviço (padrão `America/Sao_Paulo`) e os números de um mês são definitivos duas horas depois do seu fim. Um membro revogado continua nos meses em que houve uso. Um mês futuro ou sem uso responde 200 com zeros. Três horas depois do fim do mês a resposta traz um `ETag`: com ele em `If-None-Match`, a mesma resposta é 304, sem corpo.',
  query: Type.Object({ month: Month }),
  answer: UsageReport,
  response: {
    description: 'O relatório.',
    example: {
      month: '2026-11',
      totals: { activeUsers: 1, titlesStarted: 2, listeningSeconds: 5412, readingChapters: 7 },
      users: [
        {
          externalUserId: 'cliente-48213',
          titlesStarted: 2,
          listeningSeconds: 5412,
          lastActivityAt: '2026-11-03T21:14:07.000Z',
        },
      ],
    },
  },
  conditional: true,
  errors: ['VALIDATION'],
  faults: ['O campo "month" deve ter o formato AAAA-MM, com mês de 01 a 12.'],
})

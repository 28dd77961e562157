import type { Anomaly, AnomalyKind } from '@estante/contract/panel/health.ts'
import { formatCount, formatNumber } from '../format-number.ts'

const share = (part: number, whole: number) =>
  (whole === 0 ? 0 : part / whole).toLocaleString('pt-BR', { style: 'percent', maximumFractionDigits: 2 })
const hours = (seconds: number) => `${formatNumber(Math.floor(seconds / 3600))} horas`
const inSandbox = ({ environment }: Anomaly) => (environment === 'sandbox' ? ', no sandbox' : '')

/** Describes an anomaly: the number, and the usual one. */
export const anomalySentences: Record<AnomalyKind, (anomaly: Anomaly) => string> = {
  'listening-300h': (anomaly) =>
    `O membro ${anomaly.subject ?? 'sem identificador'} passou de ${hours(anomaly.value)} de escuta no mês${inSandbox(anomaly)}. São mais de dez horas por dia: o comum é bem menos de uma.`,
  'titles-100': (anomaly) =>
    `O membro ${anomaly.subject ?? 'sem identificador'} começou ${formatNumber(anomaly.value)} títulos no mês${inSandbox(anomaly)}. São mais de três por dia: o comum é um ou outro por semana.`,
  'launches-refused': (anomaly) =>
    `${formatNumber(anomaly.value)} de ${formatNumber(anomaly.usual ?? 0)} links de entrada foram recusados nas últimas 24 horas (${share(anomaly.value, anomaly.usual ?? 0)})${inSandbox(anomaly)}. O comum é perto de nenhum: o aplicativo pode estar guardando ou repetindo links.`,
  'calls-refused': (anomaly) =>
    `A credencial ${anomaly.subject} teve ${formatNumber(anomaly.value)} chamadas recusadas com 401 ou 429 em 24 horas${inSandbox(anomaly)}. O comum é perto de nenhuma.`,
  'calls-above-week': (anomaly) =>
    `${formatNumber(anomaly.value)} chamadas hoje. O comum, na última semana, são ${formatNumber(anomaly.usual ?? 0)} por dia.`,
  'credential-unused': (anomaly) =>
    `A credencial ${anomaly.subject} não é usada há ${formatNumber(anomaly.value)} dias${inSandbox(anomaly)}. Se não precisa mais, o parceiro pode revogá-la.`,
}

export const text = {
  title: 'Saúde',
  help: 'Como o serviço está agora. Os números são de todos os nós; o resto é do nó que respondeu.',
  updated: (time: string) => `Atualizado às ${time}`,
  span: { label: 'Período', hour: 'Última hora', day: 'Último dia' },
  perMinute: 'Requisições por minuto',
  perMinuteHelp: (calls: number) => formatCount(calls, 'requisição', 'requisições'),
  failed: 'Erros do serviço',
  failedHelp: (failed: number, refused: number) =>
    `${failed === 1 ? '1 erro' : `${formatNumber(failed)} erros`} · ${refused === 1 ? '1 recusada' : `${formatNumber(refused)} recusadas`}`,
  toFailed: 'Erros da API no registro',
  toRefused: 'Recusadas no registro',
  toCalls: 'Ver as chamadas no registro',
  time: 'Tempo de resposta',
  timeHelp: (most: number) => `média · a mais lenta levou ${formatNumber(most)} ms`,
  noTime: '—',
  noTimeHelp: 'Nenhuma requisição no período',
  ms: (value: number) => `${formatNumber(value)} ms`,
  share,
  barCalls: (when: string, calls: number, failed: number) =>
    `${when}: ${formatCount(calls, 'requisição', 'requisições')}${failed > 0 ? `, ${formatNumber(failed)} com erro` : ''}`,
  barFailed: (when: string, failed: number) => `${when}: ${failed === 1 ? '1 erro' : `${formatNumber(failed)} erros`}`,
  barTime: (when: string, calls: number, mean: number, most: number) =>
    calls === 0
      ? `${when}: nenhuma requisição`
      : `${when}: média de ${formatNumber(mean)} ms, máximo de ${formatNumber(most)} ms`,

  unusual: 'Fora do comum',
  usual: 'Nada fora do comum',
  usualHelp: 'Membros, links, chamadas e credenciais estão como costumam estar.',

  surfaces: {
    title: 'Por origem, na última hora',
    label: 'Requisições da última hora, por origem',
    name: 'Origem',
    partner: 'API dos parceiros',
    play: 'Aplicação dos membros',
    panel: 'Painel',
    other: 'Páginas, capas e mídias',
    calls: 'Requisições',
    refused: 'Recusadas',
    failed: 'Erros',
    mean: 'Média',
    max: 'Mais lenta',
    inLog: 'no registro',
  },

  machine: {
    title: 'Infraestrutura',
    database: 'Banco de dados',
    kinds: { sqlite: 'SQLite', postgresql: 'PostgreSQL' },
    answered: (ms: number) => (ms < 1 ? 'respondeu em menos de 1 ms' : `respondeu em ${formatNumber(ms)} ms`),
    unreachable: 'Não responde',
    size: (size: string) => `ocupa ${size}`,
    queue: 'Fila do banco',
    queueEmpty: 'Vazia',
    queueWaiting: (waiting: number) => (waiting === 1 ? '1 esperando' : `${formatNumber(waiting)} esperando`),
    storage: 'Mídias',
    disk: 'No disco',
    object: 'Em armazenamento de objetos',
    noMedia: 'sem mídias ainda',
    media: (size: string) => `${size} de mídias`,
    measuring: 'medindo as mídias',
    free: (free: string, total: string) => `${free} livres de ${total}`,
    imports: 'Importações',
    noImports: 'Nenhuma em andamento',
    importing: (running: number, waiting: number) =>
      `${running === 1 ? '1 em andamento' : `${formatNumber(running)} em andamento`}, ${waiting === 1 ? '1 título na fila' : `${formatNumber(waiting)} títulos na fila`}`,
    node: 'Este nó',
    version: (version: string, runtime: string) => `Versão ${version}, ${runtime}`,
    up: (time: string) => `no ar há ${time}`,
    memory: (size: string) => `${size} de memória`,
    clock: 'Relógio',
    clockDiffers: (skewMs: number) =>
      `${(Math.abs(skewMs) / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s ${skewMs > 0 ? 'adiantado' : 'atrasado'} em relação ao banco: acerte os dois por NTP`,
  },
} as const

import { formatCount, formatNumber } from '../format-number.ts'

/** Every sentence of the integrations. */
export const text = {
  help: 'Credenciais com que o seu servidor chama a API. Separe uma para cada sistema, e uma para cada ambiente.',
  create: 'Nova credencial',
  onlySee:
    'O seu papel vê as credenciais, mas não as cria nem revoga, nem troca o segredo delas. Peça a quem responde pela equipe.',
  inside: { production: 'produção', sandbox: 'sandbox' },
  tableLabel: (environment: string) => `Credenciais ativas: ${environment}`,
  revokedLabel: (environment: string) => `Credenciais revogadas: ${environment}`,
  columns: {
    name: 'Credencial',
    lastUse: 'Último uso',
    week: 'Últimos 7 dias',
    limit: 'Limite',
    created: 'Criada',
    revoked: 'Revogada',
    actions: 'Ações',
  },
  neverUsed: 'Nunca usada',
  calls: (count: number) => formatCount(count, 'chamada', 'chamadas'),
  callsOn: (day: string, count: number) => `${day}: ${formatCount(count, 'chamada', 'chamadas')}`,
  perMinute: (limit: number) => `${formatNumber(limit)}/min`,
  usedOf: (used: number) => `${formatNumber(used)} de `,
  limitInUse: 'Limite em uso agora',
  limitUsed: (used: number, limit: number) =>
    `${formatNumber(used)} de ${formatNumber(limit)} chamadas nos últimos 60 segundos`,
  together: (limit: number) =>
    `Juntas, estas credenciais fazem até ${formatNumber(limit)} chamadas por minuto, sem contar as que têm limite acima de 120.`,
  togetherUsed: (used: number) => `Nos últimos 60 segundos: ${formatNumber(used)}.`,
  by: (name: string) => `por ${name}`,
  byCommand: 'pela linha de comando',
  rotated: 'Segredo trocado',
  actionsOf: (name: string) => `Ações de ${name}`,
  revokedFold: (count: number) => (count === 1 ? '1 credencial revogada' : `${count} credenciais revogadas`),
  emptyTitle: (environment: string) => `Nenhuma credencial de ${environment}`,
  emptySandbox: 'Crie a primeira e chame a API à vontade: no sandbox nada chega aos seus clientes.',
  emptyProduction:
    'Comece pelo sandbox, onde nada chega aos seus clientes. Quando a integração estiver pronta, crie a de produção.',
  emptyOnlySee: 'Quando alguém da equipe criar a primeira, ela aparece aqui.',
  goToSandbox: 'Ir para o sandbox',
  createdToast: (name: string) => `Credencial ${name} criada.`,
  rotatedToast: (name: string) => `Segredo de ${name} trocado. O anterior parou de funcionar.`,
  revokedToast: (name: string) => `Credencial ${name} revogada. Ela parou de funcionar.`,
  revokedWithViewsToast: (name: string) =>
    `Credencial ${name} revogada. Ela parou de funcionar, e as visões abertas por ela foram encerradas.`,

  nameLabel: 'Nome',
  nameHint: 'O sistema que vai usá-la: “Backend de produção”, “Rotina do catálogo”.',
  nameMissing: 'Dê um nome à credencial.',
  environmentIs: {
    production: 'Vai valer em produção: chama a API com os membros de verdade.',
    sandbox: 'Vai valer só no sandbox: nada chega aos seus clientes.',
  },
  createAction: 'Criar credencial',

  secretTitle: 'Guarde o segredo agora',
  secretHelp: 'Ele aparece só desta vez. Se você o perder, será preciso trocá-lo por outro.',
  clientIdOf: (name: string) => `o client_id de ${name}`,
  clientId: 'client_id',
  clientSecret: 'client_secret',
  env: '.env do seu servidor',
  curl: 'Experimente no terminal',
  curlHelp: 'O curl pede o segredo ao rodar: assim ele não fica no histórico.',
  serverOnly: 'O segredo fica no seu servidor. Nunca o ponha em um aplicativo, em uma página ou no repositório.',
  secretSaved: 'Já guardei o segredo em um lugar seguro',
  secretReminder: 'Marque que você já guardou o segredo: depois de fechar, ele não aparece mais.',

  usedJustNow: (when: string, route: string) => `Em uso: a última chamada foi ${when}, em ${route}.`,
  lastUsed: (when: string, route: string) => `Último uso ${when}, em ${route}.`,
  neverUsedNotice: 'Nunca foi usada.',

  rotate: 'Trocar segredo',
  rotateDetail: 'Gera outro; o atual para na hora',
  rotateTitle: (name: string) => `Trocar o segredo de ${name}?`,
  rotateHelp: 'Um segredo novo é gerado e o atual para de funcionar na hora. O client_id continua o mesmo.',
  rotateInUse: 'Seu sistema vai receber 401 INVALID_CLIENT até usar o segredo novo.',
  rotateGently:
    'Para trocar sem interrupção, crie outra credencial, publique o seu sistema com ela e só então revogue esta.',
  rotateAction: 'Trocar o segredo',

  revoke: 'Revogar',
  revokeDetail: 'Para de funcionar de vez',
  revokeTitle: (name: string) => `Revogar ${name}?`,
  revokeHelp: 'Ela para de funcionar na hora e não volta. Quem a usa passa a receber 401 INVALID_CLIENT.',
  revokeInUse: 'Revogue só se o seu sistema já usa outra credencial.',
  typeEnding: (ending: string) => `Para confirmar, digite ${ending}, o fim do client_id`,
  endingDiffers: 'Não é o fim do client_id desta credencial.',
  nameLeft: (left: number) => (left === 1 ? 'Cabe mais 1 caractere.' : `Cabem mais ${left} caracteres.`),
  revokeAction: 'Revogar de vez',
  endViewsToo: 'Encerrar também as visões abertas por esta credencial',
  endViewsWhen: 'Só se o segredo vazou: quem lê ou ouve por um link dela para, até o seu aplicativo pedir outro.',

  endViews: 'Encerrar as visões',
  endViewsDetail: 'As abertas por links dela',
  endViewsTitle: (name: string) => `Encerrar as visões abertas por ${name}?`,
  endViewsHelp:
    'Quem lê ou ouve por um link desta credencial para na hora, e os links ainda não abertos deixam de valer. Para continuar, o seu aplicativo pede um link novo com outra credencial.',
  endViewsAction: 'Encerrar as visões',
  viewsEnded: 'Visões encerradas',
  viewsEndedToast: (name: string) => `Visões abertas por ${name} encerradas.`,
}

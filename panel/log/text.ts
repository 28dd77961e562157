import { formatNumber } from '../format-number.ts'
import { lastDays } from '../time/last-days.ts'

/** Every sentence of the log. */
export const text = {
  help: (callsDays: number, launchesDays: number) =>
    callsDays === launchesDays
      ? `O que o seu servidor chamou e o que aconteceu com cada link de entrada, ${lastDays(callsDays)}.`
      : `O que o seu servidor chamou, ${lastDays(callsDays)}, e o que aconteceu com cada link de entrada, ${lastDays(launchesDays)}.`,
  operatorHelp: (callsDays: number) =>
    `As chamadas de todos os parceiros à API, ${lastDays(callsDays)}. O que a aplicação dos membros e o painel pedem não fica aqui.`,
  partner: 'Parceiro',
  anyPartner: 'Todos',
  inEnvironments: { any: 'Todos', producao: 'Produção', sandbox: 'Sandbox' },
  notDisplayed: 'Corpo, parâmetros e identificadores de membros não aparecem aqui.',
  notFoundOfAny: (days: number) =>
    `Nenhuma chamada, ${lastDays(days)}, tem este X-Request-Id. Confira se ele foi copiado inteiro.`,
  parts: 'Partes do registro',
  calls: 'Chamadas',
  launches: 'Links de entrada',

  live: 'Ao vivo',
  liveHelp: 'Mostra o que chega, a cada dois segundos',
  notLiveHelp: 'O período escolhido tem fim: a lista não muda sozinha',
  stalled: 'Parado',
  news: (count: number) => (count === 1 ? 'Mostrar 1 nova' : `Mostrar ${formatNumber(count)} novas`),
  newest: 'Mostrar do mais novo em diante',
  newsOfLinks: (count: number) => (count === 1 ? 'Mostrar 1 novo' : `Mostrar ${formatNumber(count)} novos`),
  arrived: (count: number) => (count === 1 ? '1 chamada nova' : `${count} chamadas novas`),
  arrivedLinks: (count: number) => (count === 1 ? '1 link novo' : `${count} links novos`),

  outcome: 'Resultado',
  outcomes: {
    any: 'Todos',
    sucesso: 'Deu certo',
    recusadas: 'Recusadas (4xx)',
    falhas: 'Falhas nossas (5xx)',
    abandonadas: 'Abandonadas',
  },
  byCode: 'Por código',
  route: 'Rota',
  anyRoute: 'Todas',
  credential: 'Credencial',
  anyCredential: 'Todas',
  revoked: (name: string) => `${name} (revogada)`,
  period: 'Período',
  periods: {
    any: 'Todo',
    '1h': 'Última hora',
    '24h': '24 horas',
    '7d': '7 dias',
    entre: 'Entre dois momentos',
  },
  from: 'De',
  until: 'Até',
  requestId: 'Achar pelo X-Request-Id',
  requestIdPlaceholder: 'X-Request-Id',
  clearRequestId: 'Limpar o X-Request-Id',

  listOfCalls: 'Chamadas, da mais nova à mais antiga',
  listOfLaunches: 'Links de entrada, do mais novo ao mais antigo',
  abandoned: 'Abandonada',
  noRoute: 'endereço que não existe',
  ms: (ms: number) => `${formatNumber(ms)} ms`,
  omittedShort: (count: number) => `+${formatNumber(count)} iguais`,

  searching: 'Buscando…',
  searchedUntil: (moment: string) => `Buscamos até ${moment}.`,
  searchFurther: 'Buscar mais atrás',
  end: 'Isto é tudo.',

  noneTitle: 'Nenhuma chamada ainda',
  noneHelp: 'Faça a primeira agora: ela aparece aqui em um ou dois segundos.',
  noneWithoutCredential: 'Crie uma credencial e chame a API: cada chamada aparece aqui em um ou dois segundos.',
  toCredentials: 'Ir para Integrações',
  firstCall: 'No terminal',
  firstCallHelp: 'O curl pede o client_secret ao rodar: assim ele não fica no histórico.',
  nothingTitle: 'Nada com estes filtros',
  nothingHelp: 'Tire um deles, ou aumente o período.',
  nothingSoFarTitle: 'Nada até aqui',
  noLaunchesTitle: 'Nenhum link de entrada ainda',
  noLaunchesHelp: 'Cada POST /partner/v1/sessions cria um. Aqui você vê quando ele foi aberto ou, se não foi, por quê.',

  details: 'Detalhes da chamada',
  close: 'Fechar',
  notFoundTitle: 'Chamada não encontrada',
  noRequestId: 'Isto não é um X-Request-Id inteiro: são 36 letras, números e hifens.',
  notFound: (days: number) =>
    `Nenhuma chamada sua ${days === 1 ? 'do último dia' : `dos últimos ${days} dias`} tem este X-Request-Id. Confira se ele foi copiado inteiro.`,
  when: 'Quando',
  took: 'Duração',
  status: 'Resposta',
  environment: 'Ambiente',
  environments: { production: 'Produção', sandbox: 'Sandbox' },
  clientId: 'client_id',
  requestIdField: 'X-Request-Id',
  reference: (code: string) => `${code} na referência`,
  omitted: (count: number) =>
    count === 1
      ? 'Depois desta, mais 1 chamada recusada da mesma credencial, no mesmo minuto, ficou fora do registro.'
      : `Depois desta, mais ${formatNumber(count)} chamadas recusadas da mesma credencial, no mesmo minuto, ficaram fora do registro.`,
  yourServer: 'o seu servidor',
  partnersServer: 'o servidor do parceiro',
  validation: (server: string) =>
    `A requisição tem campos inválidos. A resposta que ${server} recebeu diz, em message, o que corrigir em cada um.`,
  whyRevoked: (when: string) => `Esta credencial foi revogada ${when}: use outra.`,
  whyRotated: (when: string) =>
    `O segredo enviado não era o atual, trocado ${when}, ou o acesso do parceiro estava suspenso naquele momento. Confira se o seu servidor já usa o novo.`,
  whySuspended: 'O acesso do parceiro está suspenso: toda chamada é recusada. Fale com quem opera o serviço.',
  whyWrong:
    'O client_id existe, mas o client_secret enviado não era o dele, ou o acesso do parceiro estava suspenso naquele momento. Confira o segredo que o seu servidor usa.',
  abandonedHelp: (server: string) =>
    `Quem fechou a conexão antes do fim da resposta foi ${server}. Se ele desiste cedo demais, aumente o tempo de espera.`,
  notStored:
    'Corpo e parâmetros não são guardados. De quem era, só se guarda quando a entrada foi recusada ou o acesso mudou.',

  state: 'Situação',
  states: {
    any: 'Todas',
    waiting: 'Esperando abrir',
    opened: 'Abertos',
    expired: 'Venceram sem abrir',
    refused: 'Com recusa',
  },
  badges: { waiting: 'Esperando', opened: 'Aberto', expired: 'Venceu', refused: 'Recusado' },
  member: { label: 'Membro', placeholder: 'externalUserId' },
  noMember: 'membro sem externalUserId',
  waitingDetail: (seconds: number) => (seconds > 0 ? `Vale por mais ${seconds} s` : 'Vencendo'),
  openedDetail: (after: string) => `Aberto ${after} depois`,
  expiredDetail: 'Ninguém tentou abrir',
  refusedDetail: {
    expired: 'Alguém abriu depois dos 60 segundos',
    revoked: 'O membro foi revogado antes de abrir',
    suspended: 'O acesso do parceiro estava suspenso',
    credential: 'A credencial foi revogada, com as visões dela',
    used: 'Alguém abriu de novo',
  },
  mend: {
    expired: 'Peça a sessão logo antes de abrir a visão: o link vale 60 segundos.',
    revoked: 'Para devolver o acesso, envie PUT com status ACTIVE e peça outra sessão.',
    suspended: 'Fale com quem opera o serviço.',
    credential: 'Peça outra sessão com uma credencial ativa.',
    used: 'O link serve uma vez. Ao recarregar a visão, peça outra sessão.',
  },
  usedAgain: (when: string) => `Tentaram abrir de novo às ${when}`,
}

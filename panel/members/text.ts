import { formatCount, formatNumber } from '../format-number.ts'
import { lastDays } from '../time/last-days.ts'

/** Every sentence of the members' screens. */
export const text = {
  title: 'Membros',
  help: 'As pessoas que entram pelo seu aplicativo. Busque, bloqueie e devolva o acesso de cada uma.',
  search: { label: 'Buscar membros', placeholder: 'Nome, identificador ou e-mail' },
  filter: 'Mostrar',
  filters: { all: 'Todos', blocked: 'Bloqueados', unlinked: 'Sem identificador' },
  tableLabel: 'Membros',
  pages: 'Páginas de membros',
  found: (count: number, isMore: boolean) =>
    isMore ? `Mais de ${formatNumber(count)} membros` : formatCount(count, 'membro', 'membros'),
  columns: {
    member: 'Membro',
    status: 'Acesso',
    lastActivity: 'Última atividade',
  },
  noIdentifier: 'Sem identificador',
  noEmail: 'Sem e-mail',
  noName: 'Sem nome',
  active: 'Com acesso',
  blocked: 'Bloqueado',
  neverActive: 'Nunca ouviu nem leu',
  none: {
    all: {
      title: 'Nenhum membro ainda',
      help: 'Cada pessoa aparece aqui quando o seu servidor cria o primeiro link de entrada para ela.',
    },
    blocked: {
      title: 'Ninguém está bloqueado',
      help: 'Quem for bloqueado, aqui ou pela API, aparece nesta lista.',
    },
    unlinked: {
      title: 'Ninguém está sem identificador',
      help: 'Contas importadas por e-mail ficam aqui até o primeiro link de entrada criado com o mesmo e-mail.',
    },
  },
  nobodyFoundTitle: (search: string) => `Ninguém encontrado com “${search}”`,
  nobodyFoundHelp:
    'A busca olha o começo de cada palavra do nome, o começo do e-mail e o começo do identificador, este com maiúsculas e minúsculas como estão.',

  back: 'Membros',
  goneTitle: 'Membro não encontrado',
  goneHelp: 'Ele não existe neste ambiente. Confira se você está no ambiente certo.',
  seeMembers: 'Ver os membros',
  unlinked: 'Conta importada: ganha o identificador no primeiro link de entrada com este e-mail.',
  data: 'Dados da pessoa',
  dataHelp: 'Quando a pessoa pede os próprios dados, ou que eles sejam apagados. As duas coisas ficam na auditoria.',
  download: 'Baixar os dados',
  erase: 'Apagar a pessoa',
  eraseTitle: (name: string) => `Apagar ${name} de vez?`,
  eraseEffects: [
    'Identificador, e-mail, nome, biblioteca, fila e listas, lugares nos livros, anotações, preferências, minutos, capítulos, sessões e links deixam de existir.',
    'As visões abertas terminam agora.',
    'Nos relatórios, inclusive os fechados, os números ficam sob um pseudônimo: as somas não mudam.',
    'Uma sessão com o mesmo identificador cria outro membro, sem nada deste.',
  ],
  eraseForGood: 'Não há volta.',
  eraseAction: 'Apagar de vez',
  typeToErase: (name: string) => `Para confirmar, digite ${name}`,
  nameDiffers: 'Não é igual. Confira e digite de novo.',
  erasedToast: (pseudonym: string) => `Pessoa apagada. Nos relatórios ela é ${pseudonym}.`,
  details: 'Cadastro',
  identifier: 'Identificador',
  identifierOf: 'o identificador',
  id: 'Id no serviço',
  idOf: 'o id no serviço',
  name: 'Nome',
  email: 'E-mail',
  created: 'Criado',
  lastActivity: 'Última atividade',
  blockedSince: 'Bloqueado desde',

  attempts: 'Tentativas de entrada',
  attemptsHelp: (days: number) =>
    `O que aconteceu cada vez que este membro tentou entrar, e o que mudou no acesso dele, ${lastDays(days)}.`,
  noAttempts: (days: number) => `Nenhuma tentativa ${lastDays(days)}.`,
  earlierAttempts: (count: number) => (count === 1 ? 'Mais 1 tentativa' : `Mais ${count} tentativas`),
  omittedAttempts: (count: number) =>
    count === 1 ? 'Aconteceu mais 1 vez na mesma hora.' : `Aconteceu mais ${count} vezes na mesma hora.`,
  toCall: 'Ver a chamada',
  toLaunches: 'Ver todos os links deste membro',
  toInvalid: 'Ver as recusadas com 400, que não dizem de quem eram',
  attempt: {
    'session-revoked': {
      badge: 'Recusada',
      why: 'O acesso estava bloqueado quando o seu servidor pediu o link: 403 USER_REVOKED. Para deixar entrar, devolva o acesso.',
    },
    'session-email-in-use': {
      badge: 'Recusada',
      why: 'O e-mail enviado é de outro membro: 409 EMAIL_CONFLICT. Repita a chamada sem e-mail e corrija o cadastro repetido.',
    },
    'session-email-conflict': {
      badge: 'Recusada',
      why: 'O seu servidor pediu um link para outro identificador com o e-mail deste membro: 409 EMAIL_CONFLICT. Quem pediu não entrou.',
    },
    'link-used': {
      badge: 'Recusado',
      why: 'O link já tinha sido aberto: cada um serve uma vez. Ao recarregar a visão, peça outro.',
    },
    'link-expired': {
      badge: 'Recusado',
      why: 'O link foi aberto depois dos 60 segundos. Peça a sessão logo antes de abrir a visão.',
    },
    'link-revoked': { badge: 'Recusado', why: 'O acesso foi bloqueado depois que o link foi criado.' },
    'link-suspended': {
      badge: 'Recusado',
      why: 'O acesso do parceiro estava suspenso. Fale com quem opera o serviço.',
    },
    'link-credential': {
      badge: 'Recusado',
      why: 'A credencial que criou o link foi revogada, e as visões dela, encerradas.',
    },
    'link-unopened': { badge: 'Venceu', why: 'O link foi criado e ninguém o abriu nos seus 60 segundos.' },
    opened: { badge: 'Entrou', why: 'O link foi aberto.' },
    'blocked-by-call': { badge: 'Bloqueio', why: 'O acesso foi bloqueado pela API.' },
    'blocked-in-panel': { badge: 'Bloqueio', why: 'O acesso foi bloqueado neste painel.' },
    'restored-by-call': { badge: 'Devolução', why: 'O acesso foi devolvido pela API.' },
    'restored-in-panel': { badge: 'Devolução', why: 'O acesso foi devolvido neste painel.' },
  },

  views: 'Visões abertas',
  viewsHelp: 'Onde este membro está dentro do seu aplicativo. Uma visão fechada sem aviso fica aqui por até 30 dias.',
  noViews: 'Nenhuma visão aberta.',
  noViewsBlocked: 'Nenhuma visão aberta: o acesso está bloqueado.',
  openNow: 'Aberta agora',
  seen: 'Vista',
  opened: 'Entrou',

  titles: 'Títulos',
  noTitles: 'Ainda não abriu nenhum título.',
  titlesWithheld:
    'O seu papel não vê os títulos de cada membro. Quem é responsável decide isso em Privacidade. O tempo de uso está acima.',
  titleColumns: { title: 'Título', progress: 'Progresso', time: 'Tempo', started: 'Começou' },
  kinds: { audiobook: 'Audiolivro', ebook: 'E-book' },
  progressOf: (title: string) => `Progresso em ${title}`,
  finished: 'Concluído',
  notStarted: 'Ainda não',

  months: 'Uso por mês',
  noMonths: 'Nenhum mês com uso.',
  earlierMonths: (count: number) => (count === 1 ? 'Mais 1 mês' : `Mais ${count} meses`),
  earlierMonthsLabel: 'Uso em meses anteriores',
  monthColumns: { month: 'Mês', listening: 'Ouvido', started: 'Títulos começados', chapters: 'Capítulos lidos' },

  block: 'Bloquear acesso',
  blockTitle: (member: string) => `Bloquear o acesso de ${member}?`,
  blockEffects: [
    'As visões abertas terminam na hora, em qualquer aparelho.',
    'Novos links de entrada são recusados com 403 USER_REVOKED.',
    'O cadastro, a biblioteca e o progresso ficam guardados, e o uso continua nos relatórios.',
  ],
  blockSame:
    'É o mesmo que DELETE ou status BLOCKED fazem na API. Para desfazer, devolva o acesso aqui ou envie status ACTIVE.',
  blockAction: 'Bloquear o acesso',
  blockedToast: (member: string) => `Acesso de ${member} bloqueado.`,
  restore: 'Devolver acesso',
  restoreTitle: (member: string) => `Devolver o acesso de ${member}?`,
  restoreHelp:
    'Novos links de entrada voltam a ser aceitos, com a biblioteca e o progresso de antes. As visões que terminaram não voltam sozinhas: o seu aplicativo pede um link novo.',
  restoreAction: 'Devolver o acesso',
  restoredToast: (member: string) => `Acesso de ${member} devolvido.`,
} as const

import type { ReviewReason } from '@estante/contract/panel/publications.ts'
import { formatCount, formatNumber } from '../format-number.ts'

/** Every sentence of the imports. */
export const text = {
  title: 'Importações',
  help: 'EPUB, M4B, M4A e MP3. Cada título entra inteiro no acervo, ou fica em quarentena com o motivo.',
  back: 'Importações',

  drop: {
    title: 'Traga os livros',
    hint: 'Escolha ou solte aqui arquivos ou pastas inteiras. Uma pasta de MP3 vira um audiolivro só.',
    titleMore: 'Falta alguma coisa?',
    hintMore: 'Escolha ou solte mais arquivos ou pastas para juntar a esta importação.',
    files: 'Escolher arquivos',
    folder: 'Escolher uma pasta',
    drop: 'Solte para importar',
  },
  unreadable: (paths: readonly string[]) =>
    paths.length === 1
      ? `Não deu para ler “${paths[0]}”.`
      : `Não deu para ler ${paths.length} arquivos, entre eles “${paths[0]}”.`,

  plan: {
    title: 'Confira antes de começar',
    summary: (titles: number, size: string) => `${formatCount(titles, 'título', 'títulos')}, ${size}`,
    nothing: 'Não há nenhum livro no que você trouxe.',
    hintOnly: 'Por enquanto olhamos só os nomes. O serviço confere o conteúdo de cada um ao importar.',
    label: 'Títulos desta importação',
    kinds: { ebook: 'E-book', audiobook: 'Audiolivro', other: 'Não parece livro' },
    looseTracks: 'Faixas soltas',
    tracks: (number: number) => formatCount(number, 'faixa', 'faixas'),
    tooLarge: (limit: string) => `Passa de ${limit}`,
    remove: (name: string) => `Tirar ${name} da lista`,
    include: 'Enviar mesmo assim',
    includeThis: (name: string) => `Enviar mesmo assim: ${name}`,
    notSent: 'Fica de fora',
    leftOut: (files: number) =>
      files === 1
        ? '1 arquivo que não é livro fica de fora'
        : `${formatNumber(files)} arquivos que não são livros ficam de fora`,
    showAll: (number: number) => `Mostrar todos os ${formatNumber(number)}`,
    tooMany: (limit: number) =>
      `São mais de ${formatNumber(limit)} arquivos, o limite de uma importação. Tire alguns e importe o resto depois.`,
    tooBig: (limit: string) => `Passa de ${limit}, o limite de uma importação. Tire alguns e importe o resto depois.`,
    when: 'Ao terminar',
    publish: 'Publicar',
    publishDetail:
      'Cada título aparece para os membros assim que é importado; o que precisa de revisão espera por ela.',
    draft: 'Deixar como rascunho',
    draftDetail: 'Ninguém vê os títulos novos até você os publicar, juntos ou um a um.',
    begin: (titles: number) => `Importar ${formatCount(titles, 'título', 'títulos')}`,
    giveUp: 'Desistir',
    andMoreFiles: (number: number) => ` e mais ${number}`,
  },

  list: {
    label: 'Importações feitas',
    heading: 'Histórico',
    found: (count: number, isMore: boolean) =>
      `${isMore ? 'Mais de ' : ''}${formatCount(count, 'importação feita', 'importações feitas')}`,
    columns: { name: 'Importação', state: 'Situação', result: 'Resultado', when: 'Quando' },
    by: (name: string) => `por ${name}`,
    unnamed: 'Sem nome',
    none: '—',
    files: (number: number, size: string) => `${formatCount(number, 'arquivo', 'arquivos')}, ${size}`,
  },
  states: {
    sending: 'Enviando',
    receiving: 'Envio parado',
    waiting: 'Na fila',
    importing: 'Importando',
    finished: 'Terminada',
  },
  counts: {
    imported: (number: number) => formatCount(number, 'novo', 'novos'),
    updated: (number: number) => formatCount(number, 'atualizado', 'atualizados'),
    unchanged: (number: number) => formatCount(number, 'sem mudança', 'sem mudança'),
    failed: (number: number) => `${formatNumber(number)} em quarentena`,
  },

  job: {
    sendingTitle: 'Enviando os arquivos',
    sent: (files: number, all: number) => `${formatNumber(files)} de ${formatCount(all, 'arquivo', 'arquivos')}`,
    sentSize: (size: string, all: string) => `${size} de ${all}`,
    timeLeft: (time: string) => `faltam cerca de ${time}`,
    keepOpen:
      'Fique com o painel aberto até o envio terminar; pode andar pelas outras telas. Depois disso, a importação continua sozinha.',
    offline: 'Sem conexão. O envio continua sozinho quando a internet voltar.',
    unanswered: 'O serviço não está respondendo. Vamos tentando de novo.',
    resume: 'Continuar o envio',
    cancel: 'Parar e descartar',
    cancelTitle: 'Parar e descartar esta importação?',
    cancelHelp: 'O que já foi enviado é descartado, e nada entra no acervo.',
    cancelAction: 'Parar e descartar',
    starting: 'Tudo enviado. Começando a importar…',
    startFailed: 'Tudo foi enviado, mas a importação não começou.',
    refusedTitle: (files: number) =>
      files === 1 ? '1 arquivo não foi aceito' : `${formatNumber(files)} arquivos não foram aceitos`,
    refusedHelp: 'Um audiolivro em pasta ficaria sem as faixas que faltam. Importar o resto assim mesmo?',
    startAgain: 'Tentar começar de novo',
    importRest: 'Importar o resto',

    interruptedTitle: 'O envio parou no meio',
    interruptedHelp:
      'A página foi fechada antes de tudo chegar. Traga os mesmos arquivos de novo: só o que falta é enviado.',
    interruptedGot: (files: number, size: string) =>
      `Já chegaram ${formatCount(files, 'arquivo', 'arquivos')}, ${size}.`,
    interruptedNothing: 'Nada tinha chegado ainda.',
    startWithout: 'Importar só o que chegou',
    interruptedDrop: 'Traga os mesmos arquivos',

    waitingTitle: 'Na fila',
    waitingHelp: 'Começa sozinha, assim que terminar a que estiver na frente.',
    importingTitle: 'Importando',
    done: (titles: number, all: number) => `${formatNumber(titles)} de ${formatCount(all, 'título', 'títulos')}`,
    mayClose: 'Pode fechar esta página: a importação continua, mesmo que o serviço reinicie.',
    end: 'Fim da importação:',
    publishes: 'Os títulos novos são publicados ao entrar, menos os que precisam de revisão.',
    drafts: 'Os títulos novos ficam como rascunho.',
    published: (isRest: boolean) =>
      isRest ? 'Os outros títulos novos já aparecem para os membros.' : 'Os títulos novos já aparecem para os membros.',
    drafted: (titles: number) =>
      titles === 1
        ? '1 título novo é rascunho: ninguém o vê até ser publicado.'
        : `${formatNumber(titles)} títulos novos são rascunhos: ninguém os vê até serem publicados.`,
    toReview: (titles: number) => `${formatCount(titles, 'precisa', 'precisam')} de revisão.`,
    review: 'Rever e publicar',
    nothing: 'Não havia nenhum livro nos arquivos.',
    figures: { imported: 'Novos', updated: 'Atualizados', unchanged: 'Sem mudança', failed: 'Em quarentena' },
    skippedFiles: (files: number) =>
      files === 1
        ? '1 arquivo ao lado dos livros (capa, notas) não virou título.'
        : `${formatNumber(files)} arquivos ao lado dos livros (capas, notas) não viraram títulos.`,
    forget: 'Apagar do histórico',
    forgetDetail: 'Os títulos importados ficam no acervo',
    forgetTitle: 'Apagar esta importação do histórico?',
    forgetHelp: 'O relatório e os arquivos em quarentena dela se perdem. O que já entrou no acervo fica.',
    forgetAction: 'Apagar',
    forgotten: 'Importação apagada do histórico.',
    stop: 'Parar e apagar',
    stopDetail: 'O que já entrou no acervo fica',
    stopTitle: 'Parar esta importação?',
    stopHelp: 'O que falta não é importado, e o relatório se perde. Os títulos que já entraram ficam no acervo.',
    stopAction: 'Parar a importação',
    stopped: 'Importação cancelada.',
    actions: 'Ações da importação',
    filter: 'Mostrar',
    all: 'Todos',
    report: 'Títulos',
    noneOfState: 'Nenhum título desta importação está nesta situação.',
    gone: 'Esta importação não existe mais',
    goneHelp: 'Ela foi cancelada ou apagada do histórico.',
    seeAll: 'Ver as importações',
  },

  item: {
    needsReview: 'Precisa de revisão',
    review: (reasons: string) => `${reasons}. Ficou como rascunho, à espera de revisão.`,
    reviewReasons: {
      'title-of-file': 'o título veio do nome do arquivo',
      'no-author': 'não diz a autoria',
      'second-copy': 'já há um título com este nome e esta autoria',
    } satisfies Record<ReviewReason, string>,
    states: {
      waiting: 'Na fila',
      importing: 'Importando',
      imported: 'Novo',
      updated: 'Atualizado',
      unchanged: 'Sem mudança',
      failed: 'Em quarentena',
    },
    unchangedHelp: 'O mesmo conteúdo que já estava no acervo.',
    progress: (name: string) => `Importação de ${name}`,
    removed: (number: number) =>
      number === 1 ? 'A limpeza de segurança mudou 1 coisa' : `A limpeza de segurança mudou ${number} coisas`,
    looseTracks: 'Faixas soltas',
    retry: 'Tentar de novo',
    retryThis: (name: string) => `Tentar de novo: ${name}`,
    discard: 'Descartar',
    discardThis: (name: string) => `Descartar ${name}`,
    discardTitle: (name: string) => `Descartar “${name}”?`,
    discardHelp: 'O arquivo é apagado da quarentena. Para importar depois, será preciso enviá-lo de novo.',
    discardAction: 'Descartar',
    discarded: (name: string) => `${name} descartado.`,
    retried: (name: string) => `${name} voltou para a fila.`,
    quarantinedUntil: 'O arquivo fica guardado até',
    fileGone: 'O arquivo já foi apagado. Envie de novo para tentar outra vez.',
  },

  quarantine: {
    title: 'Quarentena',
    help: 'O que não pôde entrar no acervo, e por quê. Os arquivos ficam guardados por 30 dias.',
    label: 'Arquivos em quarentena',
    found: (files: number, isMore: boolean) =>
      files === 1
        ? '1 arquivo em quarentena'
        : `${isMore ? 'Mais de ' : ''}${formatNumber(files)} arquivos em quarentena`,
    linkHelp: 'Veja o motivo de cada um, e tente de novo ou descarte.',
    emptyTitle: 'Nada em quarentena',
    emptyHelp: 'Tudo o que foi enviado entrou no acervo.',
    from: 'Importação',
  },

  spoken: {
    sending: (percent: number) => `Enviados ${percent}%`,
    importing: (done: number, all: number) => `Importados ${done} de ${all}`,
    finished: 'Importação terminada.',
  },

  fileGone: 'O arquivo mudou ou saiu do lugar depois de escolhido. Escolha-o de novo.',
  signedOut: 'Sua sessão terminou. Entre de novo para continuar o envio.',
  jobGone: 'Esta importação foi cancelada ou começou em outro lugar.',
}

/** Explains why a title awaits review, without a full stop. */
export function formatReview(reasons: readonly ReviewReason[]): string {
  const list = new Intl.ListFormat('pt-BR').format(reasons.map((one) => text.item.reviewReasons[one]))
  return list.charAt(0).toUpperCase() + list.slice(1)
}

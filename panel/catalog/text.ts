import type { ChapterRange } from '@estante/contract/panel/chapter-pairs.ts'
import type { PublicationState } from '@estante/contract/panel/publications.ts'
import { formatCount, formatNumber } from '../format-number.ts'

/** Every sentence of the catalog. */
export const text = {
  review: {
    badge: 'Precisa de revisão',
    help: (reasons: string) =>
      `${reasons}. Ninguém o vê até você publicar: corrija o que faltar, ou publique como está.`,
  },

  title: 'Acervo',
  help: 'Todos os títulos, em qualquer situação. O que muda aqui vale na hora para os parceiros e os membros.',
  import: 'Importar livros',
  drop: 'Solte para importar',
  back: 'Acervo',

  search: {
    label: 'Buscar no acervo',
    placeholder: 'Título, autor ou narrador',
    found: (titles: number, isMore: boolean) =>
      isMore ? `Mais de ${formatCount(titles, 'título', 'títulos')}` : formatCount(titles, 'título', 'títulos'),
  },
  types: { label: 'Formato', all: 'Todos', audiobook: 'Audiolivros', ebook: 'E-books' },
  type: { audiobook: 'Audiolivro', ebook: 'E-book' },
  filters: {
    label: 'Situação',
    all: 'Tudo',
    published: 'Publicados',
    scheduled: 'Agendados',
    ended: 'Encerrados',
    draft: 'Rascunhos',
    withdrawn: 'Fora do ar',
    restricted: 'Só para alguns',
    review: 'Precisam de revisão',
  },
  /** All states, which the list filters by. */
  states: {
    published: 'Publicado',
    scheduled: 'Agendado',
    ended: 'Encerrado',
    draft: 'Rascunho',
    withdrawn: 'Fora do ar',
  } satisfies Record<PublicationState, string>,

  list: {
    label: 'Títulos do acervo',
    columns: { title: 'Título', type: 'Formato', state: 'Situação', partners: 'Disponível para', added: 'Entrou' },
    allPartners: 'Todos os parceiros',
    partners: (number: number) => (number === 0 ? 'Nenhum parceiro' : formatCount(number, 'parceiro', 'parceiros')),
    from: (day: string) => `a partir de ${day}`,
    until: (day: string) => `até ${day}`,
    edited: 'editado à mão',
    chapters: (number: number) => formatCount(number, 'capítulo', 'capítulos'),
    emptyTitle: 'O acervo está vazio',
    emptyHelp: 'Traga os primeiros livros: EPUB, M4B, M4A ou pastas de MP3.',
    noneTitle: 'Nenhum título encontrado',
    noneSearched: (typed: string) => `Nada com “${typed}” no título, no autor ou no narrador.`,
    noneFiltered: 'Nenhum título nesta situação.',
    clear: 'Ver o acervo todo',
  },

  ofImport: {
    help: 'Só os títulos de uma importação.',
    see: 'Ver a importação',
  },

  drafts: {
    label: 'Rascunhos escolhidos',
    choose: (title: string) => `Escolher ${title}`,
    none: 'Escolha rascunhos para publicar ou descartar de uma vez.',
    chosen: (number: number) => formatCount(number, 'escolhido', 'escolhidos'),
    chooseReady: 'Escolher todos os prontos',
    chooseAll: 'Escolher todos',
    clear: 'Limpar',
    published: {
      title: (number: number) =>
        number === 0 ? 'Publicar os escolhidos?' : `Publicar ${formatCount(number, 'título', 'títulos')}?`,
      help: 'Aparecem na hora para os membros, em cada parceiro para o qual o título está disponível.',
      action: 'Publicar',
      doing: (number: number) => `Publicando ${formatCount(number, 'título', 'títulos')}`,
      done: (number: number) => formatCount(number, 'título publicado', 'títulos publicados'),
    },
    withdrawn: {
      title: (number: number) => `Descartar ${formatCount(number, 'rascunho', 'rascunhos')}?`,
      help: 'Saem dos rascunhos e ficam em “Fora do ar”, sem que ninguém os veja. De lá ainda podem ser publicados: os arquivos continuam guardados.',
      action: 'Descartar',
      doing: (number: number) => `Descartando ${formatCount(number, 'rascunho', 'rascunhos')}`,
      done: (number: number) => formatCount(number, 'rascunho descartado', 'rascunhos descartados'),
    },
    partly: (done: string, left: number) => `${done}, ${formatNumber(left)} não`,
    toReview: (number: number, isIncluded: boolean) =>
      number === 1
        ? `1 precisa de revisão${isIncluded ? '' : ' e fica de fora'}:`
        : `${formatNumber(number)} precisam de revisão${isIncluded ? '' : ' e ficam de fora'}:`,
    includeReviews: (number: number) =>
      number === 1 ? 'Publicar também o que precisa de revisão' : 'Publicar também os que precisam de revisão',
    onlyReviews: 'Nada a publicar: o que você escolheu precisa de revisão. Marque aqui, ou corrija cada um.',
    progress: (answered: number, all: number) => `${formatNumber(answered)} de ${formatNumber(all)}`,
    /** Why drafts stayed as they were, and what to do. */
    reasons: {
      changed: 'Já não era rascunho: alguém mudou antes. Veja na página do título como está:',
      unknown: 'Não está mais no acervo:',
      failed: 'O serviço não conseguiu gravar. Continua rascunho, tente de novo:',
      unanswered: 'O serviço não respondeu. Tente de novo com o que continuar entre os rascunhos:',
      stopped: 'Você cancelou antes. Continua rascunho:',
    },
    close: 'Fechar',
  },

  missing: {
    title: 'Este título não existe',
    help: 'O endereço pode estar errado.',
    seeAll: 'Ver o acervo',
  },

  preview: {
    open: 'Ver como membro',
    title: 'Como um membro vê',
    frame: (title: string) => `${title}, como um membro o vê`,
    help: 'Nada do que você ler ou ouvir aqui entra na conta de nenhum parceiro.',
    newTab: 'Abrir em outra aba',
    close: 'Fechar',
    opening: 'Abrindo…',
    again: 'Abrir de novo',
    ended: 'A visita terminou.',
    inAnApp: 'No aplicativo de um parceiro, isto abriria fora desta tela.',
  },

  facts: {
    type: 'Formato',
    duration: 'Duração',
    chapters: 'Capítulos',
    pages: 'Páginas',
    identifier: 'Identificador',
    published: 'Edição de',
    added: 'Entrou no acervo',
    updated: 'Mudou',
    revision: 'Arquivo',
    revisionOf: (number: number) => `o ${number}º deste título`,
    otherForm: 'A mesma obra em',
    chapterPairs: 'Capítulos nas duas formas',
    seeChapterPairs: 'Conferir o pareamento',
  },

  cover: {
    label: 'Capa',
    alt: (title: string) => `Capa de ${title}`,
    newAlt: 'A capa nova, antes de salvar',
    choose: 'Trocar a capa',
    giveUp: 'Desistir',
    save: 'Usar esta capa',
    saved: 'Capa trocada.',
    hint: 'Escolha ou solte aqui uma imagem JPEG, PNG, WebP, GIF ou AVIF de até 10 MiB.',
    drawn: 'O arquivo não traz capa: esta foi desenhada com o título e o autor.',
    back: 'Voltar à capa do arquivo',
    wentBack: 'A capa voltou a ser a do arquivo.',
    notPicture: 'Este arquivo não é uma imagem.',
    tooLarge: 'A imagem passa de 10 MiB. Escolha uma menor.',
    uploaded: 'trocada à mão',
  },

  state: {
    heading: 'Publicação',
    published: (day: string | undefined) => (day ? `Publicado desde ${day}` : 'Publicado'),
    publishedHelp: 'Os membros encontram este título nas estantes e na busca.',
    until: (moment: string) => `Sai sozinho em ${moment}.`,
    scheduled: (day: string) => `Aparece em ${day}`,
    scheduledHelp: 'Até lá nenhum membro o vê. Depois, aparece sozinho.',
    ended: (day: string) => `Saiu em ${day}`,
    endedHelp: 'O prazo acabou e nenhum membro o vê mais. O progresso de cada um está guardado.',
    draft: 'Rascunho',
    draftHelp: 'Só a operação o vê. Publique quando estiver como você quer.',
    withdrawn: (day: string) => `Fora do ar desde ${day}`,
    withdrawnHelp: 'Nenhum membro o vê. O progresso e as anotações estão guardados, e voltam se ele voltar.',
    publishNow: 'Publicar agora',
    publishAgain: 'Publicar de novo',
    schedule: 'Agendar',
    changeDates: 'Mudar as datas',
    toDraft: 'Voltar a rascunho',
    withdraw: 'Tirar do ar',
    more: 'Mais sobre a publicação',
    toDraftDetail: 'Some para os membros até ser publicado',
    publishedToast: 'Publicado. Os membros já podem encontrá-lo.',
    scheduledToast: (day: string) => `Agendado para ${day}.`,
    datesToast: 'Datas salvas.',
    draftToast: 'De volta a rascunho.',
    withdrawnToast: 'Fora do ar.',
    withdrawTitle: (title: string) => `Tirar “${title}” do ar?`,
    withdrawHelp:
      'Ele some na hora do catálogo dos parceiros, das estantes e da busca. Quem o tem aberto ainda segue por até uma hora. O progresso e as anotações ficam guardados para quando ele voltar.',
    discardTitle: (title: string) => `Descartar “${title}”?`,
    discardHelp:
      'Sai dos rascunhos e fica em “Fora do ar”, sem que ninguém o veja. De lá ainda pode ser publicado: os arquivos continuam guardados.',
    discardedToast: 'Rascunho descartado.',
    feature: 'Destacar no início',
    unfeature: 'Tirar do destaque',
    featured: 'Em destaque no início, para quem ainda não o começou.',
    featuredToast: 'Em destaque no início. Só um título fica ali.',
    unfeaturedToast: 'Fora do destaque.',
    changed: (now: string) => `Isto mudou enquanto a tela estava aberta. Agora: ${now} Se ainda quiser, repita.`,
    draftTitle: (title: string) => `Fazer “${title}” voltar a rascunho?`,
  },

  schedule: {
    title: 'Quando aparece',
    from: 'A partir de',
    fromHint: 'Vazio: agora.',
    fromUnchanged: 'Vazio: continua publicado como está.',
    until: 'Até',
    untilHint: 'Vazio: sem data para sair.',
    zone: (name: string) => `Horário deste aparelho (${name}).`,
    save: 'Salvar',
    untilBeforeFrom: 'A data de saída vem antes da de entrada.',
    untilPast: 'Esta data já passou. Para tirar o título agora, use “Tirar do ar”.',
  },

  partners: {
    heading: 'Disponibilidade',
    all: 'Todos os parceiros, inclusive os futuros.',
    only: (number: number) => (number === 1 ? 'Só para um parceiro:' : `Só para ${number} parceiros:`),
    others: (count: number) => `e mais ${formatNumber(count)}`,
    none: 'Nenhum parceiro: ninguém o vê, mesmo publicado.',
    change: 'Mudar',
    title: 'Quem tem este título',
    everyone: 'Todos os parceiros',
    everyoneDetail: 'Também os que forem criados depois.',
    some: 'Só alguns',
    someDetail: 'Os membros dos outros não o encontram, nem o catálogo deles o lista.',
    search: { label: 'Buscar parceiro', placeholder: 'Nome do parceiro' },
    list: 'Parceiros',
    noPartners: 'Nenhum parceiro com este nome.',
    chosen: (number: number) => (number === 1 ? '1 escolhido' : `${number} escolhidos`),
    choose: 'Escolha ao menos um parceiro.',
    suspended: 'suspenso',
    save: 'Salvar',
    saved: 'Disponibilidade salva.',
  },

  metadata: {
    heading: 'Textos',
    help: 'O que você escrever aqui fica, mesmo que o arquivo seja importado de novo.',
    fields: {
      title: 'Título',
      subtitle: 'Subtítulo',
      author: 'Autor',
      narrator: 'Narrador',
      description: 'Sinopse',
      language: 'Idioma',
      publisher: 'Editora',
    },
    edited: 'editado à mão',
    back: 'Voltar ao que veio no arquivo',
    backOf: (field: string) => `Voltar ao que veio no arquivo: ${field}`,
    fromFile: (value: string) => `No arquivo: ${value}.`,
    nothingInFile: 'O arquivo não diz.',
    languageUnknown: 'O arquivo não diz o idioma.',
    languageHint: 'Um código como pt-BR ou en.',
    saved: 'Textos salvos.',
    titleMissing: 'Todo título precisa de um nome.',
    authorUnknown: 'Autoria desconhecida',
    authorMissing: 'Diga quem escreveu. Se ninguém souber, “Autor desconhecido”.',
    languageInvalid: 'Não conhecemos este código. Use um como pt-BR, en ou es.',
  },

  chapterPairs: {
    back: 'O título',
    title: 'Capítulos nas duas formas',
    help: (title: string) =>
      `Onde quem lê “${title}” continua ouvindo, e o contrário. Junte capítulos que são uma faixa só, e faixas que são um capítulo só. Um capítulo sem par leva ao próximo que tem par.`,
    confirmed: 'Confirmado',
    automatic: 'Automático',
    by: (name: string) => `por ${name},`,
    counts: (pairs: number, chapters: Share, tracks: Share) =>
      `${formatCount(pairs, 'par', 'pares')}: ${formatNumber(chapters.paired)} de ${formatCount(chapters.all, 'capítulo', 'capítulos')}, ${formatNumber(tracks.paired)} de ${formatCount(tracks.all, 'faixa', 'faixas')}.`,
    keys: 'No teclado, Ctrl + Z desfaz e Ctrl + Enter confirma.',
    outdated: 'Chegou um arquivo novo desde a última confirmação: confira os capítulos e confirme de novo.',
    takeOutdated: 'Usar os de antes',
    newFile: (lost: number) =>
      lost === 0
        ? 'Chegou um arquivo novo enquanto você pareava. Confira se os seus pares continuam certos nele.'
        : `Chegou um arquivo novo enquanto você pareava. ${lost === 1 ? 'Um par seu não existe nele.' : `${lost} pares seus não existem nele.`} Confira os outros.`,
    pairing: 'Pareamento',
    sideEffects: ({ unpaired, moved }: Record<'unpaired' | 'moved', ChapterRange[]>) => {
      const sentences = [
        formatRanges(unpaired, 'Ficou sem par também o capítulo', 'Ficaram sem par também os capítulos'),
        unpaired.length > 0 ? 'Os pares seguem a ordem das duas formas, e nenhum salta um capítulo.' : '',
        formatRanges(moved, 'Mudou também o capítulo', 'Mudaram também os capítulos'),
      ]
      return sentences.filter(Boolean).join(' ') || undefined
    },
    alreadyThere: (chapter: number) => `O capítulo ${chapter} já está nessa faixa, junto com o anterior.`,
    ebook: 'No e-book',
    audiobook: 'No audiolivro',
    list: 'Capítulos do e-book, cada um com o seu no audiolivro',
    untitled: 'Sem nome',
    letters: (letters: number) => formatCount(Math.round(letters), 'letra', 'letras'),
    onlyEbook: 'Só no e-book',
    withPrevious: 'Junto com o anterior',
    join: 'Juntar',
    joinTrack: (track: string) => `Juntar ${track} ao capítulo de cima`,
    separate: 'Separar',
    separateTrack: (track: string) => `Separar ${track}`,
    onlyAudiobook: 'Só no audiolivro',
    confirm: 'Confirmar',
    confirmedToast: 'Capítulos confirmados. Vale na hora.',
    confirmMine: 'Confirmar os meus',
    undo: 'Desfazer',
    nextAlone: 'Próximo sem par',
    goBack: 'Voltar ao automático',
    goBackTitle: 'Voltar ao automático?',
    goBackHelp: 'Os pares confirmados, e o que você mudou aqui, se perdem.',
    wentBack: 'De volta ao pareamento automático.',
  },

  lastImport: {
    heading: 'Última importação',
    none: 'O relatório não está mais guardado, ou o título veio pela linha de comando.',
    outcomes: {
      imported: 'Entrou no acervo',
      updated: 'Conteúdo atualizado',
      unchanged: 'Conteúdo igual ao que já estava',
    },
    file: 'Arquivo',
    job: 'Importação',
    unnamed: 'Sem nome',
    when: 'Quando',
    nothingRemoved: 'A limpeza de segurança não precisou mudar nada.',
    removed: 'O que a limpeza de segurança mudou',
  },
}

interface Share {
  paired: number
  all: number
}

function formatRanges(ranges: ChapterRange[], one: string, many: string): string {
  const [range] = ranges
  if (!range) return ''
  const numbers = ranges.flatMap(({ first, last }) =>
    last - first < 2 ? [...new Set([first + 1, last + 1])].map(String) : `${first + 1} a ${last + 1}`,
  )
  const isOne = ranges.length === 1 && range.first === range.last
  return `${isOne ? one : many} ${new Intl.ListFormat('pt-BR').format(numbers)}.`
}

import { formatNumber, quote } from '../portuguese.ts'
import { hoursAndMinutes } from '../publication/lengths.ts'
import type { BookMap } from './book-map.ts'

export const text = {
  next: 'Próxima página',
  previous: 'Página anterior',
  contents: 'Sumário',
  appearance: 'Aparência',
  searchInBook: 'Buscar no livro',
  searchPlaceholder: 'Palavra ou frase',
  searching: 'Buscando…',
  hits: (count: number) => (count === 1 ? '1 resultado' : `${formatNumber(count)} resultados`),
  hitsIn: (count: number, chapters: number) =>
    chapters === 1 ? `${text.hits(count)}.` : `${text.hits(count)} em ${chapters} partes.`,
  hitsListed: (count: number) => `${formatNumber(count)} na lista.`,
  similar: (query: string) => `Nada escrito como ${quoteSearch(query)}. Parecidos:`,
  noHits: (query: string) => `Nada com ${quoteSearch(query)}`,
  noHitsHelp: 'Confira a grafia ou busque menos palavras. Acentos e maiúsculas não importam.',
  notSearchable: 'Este livro não tem busca',
  notSearchableHelp: 'O texto dele é longo demais.',
  moreFailed: 'Os próximos resultados não vieram.',
  leave: 'Voltar',
  loading: 'Abrindo o livro…',
  goBack: 'Voltar aonde estava',
  note: 'Nota',
  listenFromHere: 'Ouvir daqui',
  minutes: (minutes: number) => hoursAndMinutes(minutes * 60),
  /** In parts, like `pagesLeft`: a narrow foot shows the middle one. */
  minutesInChapter: (minutes: number) => ['', text.minutes(minutes), ' no capítulo'] as const,
  minutesInBook: (minutes: number) => `${text.minutes(minutes)} no livro`,
  part: 'Posição no livro',
  goToPart: (percent: number) => `Ir para ${text.percent(percent / 100)}`,
  printedPages: 'Páginas da edição impressa',
  printedPage: (page: string) => `Página ${page}`,
  changeFoot: 'Mostrar outra medida',
  chapterOf: (number: number, { chapters, isFixed }: Pick<BookMap, 'chapters' | 'isFixed'>) =>
    `${isFixed(number - 1) ? 'Página' : 'Parte'} ${number} de ${chapters.length}`,
  /** With contents, only what comes before them has no title. */
  untitled: (map: Pick<BookMap, 'chapters' | 'chapterOf' | 'contents' | 'isFixed'>, href: string) =>
    map.contents.length > 0 ? 'Início' : text.chapterOf((map.chapterOf(href) ?? 0) + 1, map),
  /** At the foot of the page. */
  offline: 'Sem conexão',
  percent: (part: number) => `${Math.floor(part * 100)}%`,
  pagesLeft: (pages: number) =>
    pages <= 0
      ? (['', 'Última página', ' do capítulo'] as const)
      : pages === 1
        ? (['Falta ', '1 página', ' no capítulo'] as const)
        : (['Faltam ', `${pages} páginas`, ' no capítulo'] as const),
  size: 'Tamanho do texto',
  smaller: 'Diminuir o texto',
  larger: 'Aumentar o texto',
  sizePercent: (percent: number) => `${formatNumber(percent)}%`,
  theme: 'Cores',
  themes: { auto: 'Auto', light: 'Claro', sepia: 'Sépia', dark: 'Escuro', black: 'Preto' },
  family: 'Letra',
  families: {
    original: 'Do livro',
    serif: 'Literata',
    sans: 'Atkinson',
    dyslexic: 'OpenDyslexic',
    system: 'Do aparelho',
  },
  spacing: 'Espaço entre letras, palavras e parágrafos',
  spacings: { original: 'Do livro', wide: 'Largo', wider: 'Mais largo' },
  adjustSpaces: 'Ajustar espaços',
  spacesAdjusted: 'Personalizados',
  spaces: {
    lineSpacing: 'Entre linhas',
    paragraphSpacing: 'Entre parágrafos',
    wordSpacing: 'Entre palavras',
    letterSpacing: 'Entre letras',
  },
  lessSpace: (space: string) => `Menos espaço ${space.toLowerCase()}`,
  moreSpace: (space: string) => `Mais espaço ${space.toLowerCase()}`,
  spaceOfBook: 'Do livro',
  lineHeight: 'Entrelinhas',
  lineHeights: { original: 'Do livro', tight: 'Justas', normal: 'Médias', loose: 'Largas' },
  margins: 'Margens',
  marginSizes: { narrow: 'Finas', normal: 'Médias', wide: 'Largas' },
  align: 'Alinhamento',
  alignments: { original: 'Do livro', start: 'À esquerda', justify: 'Justificado' },
  flow: 'Como virar',
  flows: { original: 'Do livro', pages: 'Páginas', scroll: 'Rolagem' },
  ruler: 'Régua de leitura',
  rulers: { off: 'Desligada', on: 'Ligada' },
  voiceOfDevice: 'Voz do aparelho',
  readAloud: 'Ler em voz alta',
  noVoice: 'Este aparelho não tem voz para o idioma deste livro. Talvez dê para instalar uma nos ajustes do aparelho.',
  enlarge: 'Ampliar',
  opens: 'Abre ampliada',
  fixedHelp: 'Este livro tem páginas de desenho fixo: o texto acompanha a arte e não muda de tamanho.',
  partFailed: 'Isto não abriu.',
  reload: 'Recarregar',
  problems: {
    offline: {
      title: 'Você está sem conexão',
      help: 'Guardamos a sua página. O livro volta sozinho quando a internet voltar.',
    },
    failed: { title: 'Não foi possível abrir esta parte', help: 'Confira a internet e tente de novo.' },
    gone: {
      title: 'Este título não está no acervo',
      help: 'Ele foi retirado, ou o endereço mudou. Há muito mais para ler.',
    },
  },
}

/** Quotes a search, which may be in quotes as a whole. */
function quoteSearch(query: string) {
  return quote(query.replace(/^\s*["“«]([^"”»]*)["”»]\s*$/, '$1'))
}

import type { AnnotationColor, Motivation } from '@estante/contract/play/annotations.ts'
import { formatNumber } from '../portuguese.ts'

export const text = {
  title: 'Anotações',
  back: 'Voltar',
  loading: 'Carregando…',
  search: 'Buscar nas anotações',
  placeholder: 'Trecho ou nota',
  kind: 'Mostrar',
  kinds: {
    all: 'Tudo',
    highlighting: 'Destaques',
    commenting: 'Notas',
    bookmarking: 'Marcadores',
  } satisfies Record<Motivation | 'all', string>,
  color: 'Cor',
  anyColor: 'Todas',
  colors: { yellow: 'Amarelo', green: 'Verde', blue: 'Azul', pink: 'Rosa' } satisfies Record<AnnotationColor, string>,
  found: (count: number, hasMore: boolean) =>
    hasMore
      ? `Mais de ${formatNumber(count)} anotações`
      : count === 1
        ? '1 anotação'
        : `${formatNumber(count)} anotações`,
  list: 'Anotações encontradas',
  ofTitle: 'Ver todas deste livro',
  gone: 'Fora do acervo',
  untitledChapter: 'Sem capítulo',
  highlight: 'Destaque',
  bookmark: 'Marcador',
  clip: 'Trecho',
  edit: (summary: string) => `Editar: ${summary}`,
  editTitle: 'Editar anotação',
  yourNote: 'Sua nota',
  save: 'Salvar',
  remove: 'Apagar',
  removed: 'Anotação apagada',
  undo: 'Desfazer',
  refused: 'A anotação não pôde ser salva.',
  partly: 'Sem conexão: pode faltar alguma anotação.',
  emptyTitle: 'Nada marcado ainda',
  emptyHelp:
    'Destaque um trecho enquanto lê, ou toque em “Marcar” enquanto ouve: fica tudo guardado aqui, livro por livro.',
  emptyOfTitleHelp: 'O que você destacar, anotar ou marcar neste livro fica guardado aqui.',
  goneTitle: 'Este título não está mais no acervo',
  goneHelp: 'E você não marcou nada nele.',
  noneTitle: 'Nada por aqui',
  noneHelp: 'Nenhuma anotação com esses filtros. Tente outra palavra, ou mostre tudo.',
  moreFailed: 'O resto não carregou.',
  more: 'Mais opções',
  export: 'Exportar',
  exportDetail: 'Para guardar, enviar ou levar a outro leitor',
  import: 'Importar',
  exportAllDetail: 'De todos os livros, num arquivo só',
  importDetail: 'De um arquivo de EPUB Annotations, ou do texto exportado daqui',
  exportTitle: 'Exportar anotações',
  format: 'Formato',
  formats: { markdown: 'Texto', epub: 'Arquivo' },
  formatHelp: {
    markdown:
      'Um texto em Markdown, por capítulo, para ler e guardar onde quiser. Também se importa aqui, mas sem as datas.',
    epub: 'Um arquivo de EPUB Annotations, que este e outros leitores sabem importar.',
  },
  formatHelpOfAll: {
    markdown:
      'Um texto em Markdown, por livro e capítulo, para ler e guardar onde quiser. Também se importa aqui, mas sem as datas.',
    epub: 'Um arquivo com o EPUB Annotations de cada livro, que se importa aqui. A outros leitores, leve um livro de cada vez.',
  },
  preview: 'O que será exportado',
  previewGoesOn: 'O arquivo continua.',
  share: 'Compartilhar',
  copy: 'Copiar',
  download: 'Baixar',
  copied: 'Copiado',
  notCopied: 'O navegador não deixou copiar. Selecione o texto acima e copie por ele.',
  exportFailed: {
    unreachable: 'Não deu para preparar o arquivo. Confira a internet.',
    failed: 'O serviço não conseguiu preparar o arquivo. Tente de novo daqui a pouco.',
  },
  importTitle: 'Importar anotações',
  importHelp:
    'Escolha o texto (.md) ou o arquivo que você exportou daqui, ou o arquivo de outro leitor. O que já estiver aqui fica como está.',
  chooseFile: 'Escolher arquivo',
  andMore: (count: number) => `e mais ${count}`,
  importing: 'Importando…',
  notOurs: 'Este arquivo não é de anotações.',
  ofSeveral: 'Este arquivo é de vários livros. Importe-o em “Anotações”, onde estão todos.',
  importFailed: 'O arquivo não pôde ser importado. Confira a internet e tente de novo.',
  imported: (count: number) => (count === 1 ? '1 anotação importada' : `${formatNumber(count)} anotações importadas`),
  unchanged: (count: number) => (count === 1 ? '1 já estava aqui' : `${formatNumber(count)} já estavam aqui`),
  conflicting: (count: number) =>
    count === 1
      ? '1 ficou como estava aqui, diferente do arquivo'
      : `${formatNumber(count)} ficaram como estavam aqui, diferentes do arquivo`,
  moved: (count: number) =>
    count === 1
      ? '1 mudou de lugar: foi achada pelas palavras'
      : `${formatNumber(count)} mudaram de lugar: foram achadas pelas palavras`,
  lostOnes: (count: number) =>
    count === 1 ? '1 trecho não está nesta edição:' : `${formatNumber(count)} trechos não estão nesta edição:`,
  withoutQuote: 'Um lugar sem palavras',
  missingOnes: (count: number) =>
    count === 1 ? '1 livro não está neste acervo:' : `${formatNumber(count)} livros não estão neste acervo:`,
  refusedOnes: (count: number) =>
    count === 1 ? '1 não pôde ser lida:' : `${formatNumber(count)} não puderam ser lidas:`,
  refusedItem: (item: number, reason: string) => `Item ${item}: ${reason}`,
}

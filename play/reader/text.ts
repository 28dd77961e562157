/** Every sentence of the reader. */
export const text = {
  next: 'Próxima página',
  previous: 'Página anterior',
  contents: 'Sumário',
  appearance: 'Aparência',
  close: 'Fechar',
  leave: 'Voltar',
  loading: 'Abrindo o livro…',
  retry: 'Tentar novamente',
  retrace: 'Voltar aonde estava',
  note: 'Nota',
  listenInstead: 'Ouvir este livro',
  chapterOf: (number: number, count: number) => `Parte ${number} de ${count}`,
  untitled: 'Sem título',
  percent: (part: number) => `${Math.floor(part * 100)}%`,
  percentRead: (part: number) => `${Math.floor(part * 100)}% do livro`,
  pagesLeft: (pages: number) =>
    pages <= 0
      ? 'Última página do capítulo'
      : pages === 1
        ? 'Falta 1 página no capítulo'
        : `Faltam ${pages} páginas no capítulo`,
  end: 'Fim',
  endHelp: (title: string) => `Você chegou ao fim de ${title}.`,
  readAgain: 'Ler de novo',
  library: 'Ir para a biblioteca',
  backToText: 'Voltar ao texto',
  size: 'Tamanho do texto',
  smaller: 'Diminuir o texto',
  larger: 'Aumentar o texto',
  sizePercent: (percent: number) => `${percent}%`,
  theme: 'Cores',
  themes: { auto: 'Automático', light: 'Claro', sepia: 'Sépia', dark: 'Escuro' },
  family: 'Letra',
  families: { original: 'Do livro', serif: 'Com serifa', sans: 'Sem serifa' },
  lineHeight: 'Entrelinhas',
  lineHeights: { original: 'Do livro', tight: 'Justas', normal: 'Médias', loose: 'Largas' },
  margins: 'Margens',
  marginSizes: { narrow: 'Finas', normal: 'Médias', wide: 'Largas' },
  align: 'Alinhamento',
  alignments: { original: 'Do livro', start: 'À esquerda', justify: 'Justificado' },
  flow: 'Como virar',
  flows: { original: 'Do livro', pages: 'Páginas', scroll: 'Rolagem' },
  fixedHelp: 'Este livro tem páginas de desenho fixo: o texto acompanha a arte e não muda de tamanho.',
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
  explore: 'Explorar o acervo',
}

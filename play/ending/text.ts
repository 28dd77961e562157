import { isolate } from '../portuguese.ts'

export const text = {
  finished: { audiobook: 'Você ouviu até o fim', ebook: 'Você leu até o fim' },
  spent: { listeningSeconds: (time: string) => `${time} ouvindo`, readingSeconds: (time: string) => `${time} lendo` },
  started: (day: string) => `Você começou ${/^\d/.test(day) ? `em ${day}` : day}`,
  spentSince: (spent: string, day: string) => (day === 'hoje' ? `${spent}, hoje` : `${spent}, desde ${day}`),
  finishedWorks: (count: number) =>
    count === 1 ? 'O primeiro livro que você termina aqui' : `O ${count}º livro que você termina aqui`,
  queued: 'A seguir na sua fila',
  inSeries: 'O próximo da série',
  sameAuthor: (author: string) => `Mais de\u00a0${isolate(author)}`,
  others: { audiobook: 'Para ouvir agora', ebook: 'Para ler agora' },
  startsIn: (seconds: number) => `Começa em ${seconds} s`,
  startsSoon: (title: string) => `A seguir: ${isolate(title)}. Começa em 10 segundos.`,
  playNow: 'Tocar agora',
  cancel: 'Cancelar',
  again: { audiobook: 'Ouvir de novo', ebook: 'Ler de novo' },
  back: { audiobook: 'Voltar ao player', ebook: 'Voltar ao texto' },
  library: 'Voltar à biblioteca',
  loading: 'Vendo o que vem depois…',
  failed: 'Não deu para ver o que vem depois.',
  offline: 'Sem conexão: o que vem depois aparece quando a internet voltar.',
}

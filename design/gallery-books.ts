import type { CurrentPlace, Progress } from '@estante/contract/play/places.ts'
import type { PublicationCard, PublicationDetail } from '@estante/contract/play/publications.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import type { Statistics } from '@estante/contract/play/statistics.ts'

const progress: Progress = {
  totalProgression: 0.4,
  finishedAt: null,
}
/** The same place, left an hour ago on a phone. */
export const place: CurrentPlace = {
  ...progress,
  locator: { href: 'c3.xhtml', type: 'application/xhtml+xml', title: 'A noite do norte', locations: {} },
  revision: 1,
  viewId: 'view',
  device: 'iphone',
  secondsAgo: 3_600,
}

export const ebook: PublicationCard = {
  id: 'pub_1',
  type: 'ebook',
  title: 'O farol de sal',
  author: 'Helena Ibarra',
  cover: {
    url: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    srcset: '',
    ratio: 0.667,
    color: '#1d4e6b',
  },
  chapters: 5,
  saved: false,
  progress: null,
  otherForm: null,
}
export const audiobook: PublicationCard = {
  ...ebook,
  id: 'pub_2',
  type: 'audiobook',
  title: 'O relojoeiro que guardava minutos de uma cidade inteira',
  cover: { ...ebook.cover, ratio: 1, color: '#b4532a' },
  durationSeconds: 18_720,
  saved: true,
  progress,
}
export const finished: PublicationCard = {
  ...ebook,
  id: 'pub_3',
  progress: { ...progress, finishedAt: '2026-11-21T05:00:00Z' },
  otherForm: audiobook,
}
export const begun: PublicationCard = { ...ebook, id: 'pub_5', title: 'A padaria das quatro', progress }
export const unbegun: PublicationCard = {
  ...audiobook,
  id: 'pub_4',
  title: 'Sal',
  author: 'Rui Prado e Ana Luísa Monteiro de Albuquerque',
  progress: null,
  saved: false,
}

export const author = { kind: 'author', key: 'helena ibarra', name: 'Helena Ibarra' } as const
export const narrator = { kind: 'narrator', key: 'rui prado', name: 'Rui Prado' } as const
export const subjects = ['Ficção brasileira', 'Mar', 'Famílias'].map((name) => ({
  kind: 'subject' as const,
  key: name,
  name,
}))
const series = { kind: 'series', key: 'sal', name: 'Trilogia do sal', number: 2 } as const

export const ebookDetail: PublicationDetail = {
  ...ebook,
  progress: null,
  place: null,
  revision: 1,
  speed: null,
  subtitle: 'Uma história de duas irmãs',
  description: 'Um farol, duas irmãs e o sal que não sai das janelas. '.repeat(12),
  narrator: null,
  publisher: 'Casa da Leitura',
  language: 'pt-BR',
  published: '2024-05-02',
  letters: 312_000,
  narrationSeconds: 27_300,
  facets: [author, ...subjects, series],
  layout: 'reflowable',
  accessibility: { feature: ['alternativeText', 'tableOfContents'], accessModeSufficient: [['textual']] },
  sound: null,
  media: { manifestUrl: '/play/v1/media/manifest.json', expiresInSeconds: 3_600 },
}
export const audiobookDetail: PublicationDetail = {
  ...ebookDetail,
  ...audiobook,
  progress: place,
  subtitle: null,
  narrator: narrator.name,
  facets: [author, narrator],
  otherForm: begun,
  layout: null,
  accessibility: null,
  sound: { hasSilences: true, loudness: -18 },
}

export const ending: Ending = {
  startedAt: '2026-11-03T12:00:00.000Z',
  finishedWorks: 12,
  listeningSeconds: 18_300,
  readingSeconds: 2_400,
  queued: null,
  inSeries: unbegun,
  sameAuthor: [ebook],
  others: [finished],
}

export const statistics = (minutes: number[]): Statistics => ({
  days: minutes.map((minute, index) => ({
    day: `2026-11-${18 + index}`,
    listeningSeconds: minute * 40,
    readingSeconds: minute * 20,
  })),
  timeZone: 'horário de Brasília',
  listeningSeconds: minutes.length * 9_000,
  readingSeconds: minutes[0]! * 900,
  finishedAudiobooks: minutes[0]! && 3,
  finishedEbooks: minutes[0]! && 1,
})

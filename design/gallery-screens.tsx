import { EbooksScreen } from '../play/ebooks/ebooks-screen.tsx'
import { CatalogScreen } from '../play/explore/catalog-screen.tsx'
import { FacetListScreen } from '../play/explore/facet-list-screen.tsx'
import { FacetScreen } from '../play/explore/facet-screen.tsx'
import type { Search } from '../play/explore/search-address.ts'
import { HomeScreen } from '../play/home/home-screen.tsx'
import { EndedScreen, ExpiredLinkScreen, OpeningScreen, UnreachableScreen } from '../play/launch/launch-screens.tsx'
import { LibraryScreen } from '../play/library/library-screen.tsx'
import { ProfileScreen } from '../play/profile/profile-screen.tsx'
import { TitleScreen } from '../play/title/title-screen.tsx'
import { audiobook, ebook, finished } from './gallery-play.tsx'
import { type Answers, partsOf, type State } from './gallery-states.tsx'
import { showToast } from './toast/toast-queue.ts'

const begun = { ...ebook, id: 'pub_5', title: 'A padaria das quatro', progress: audiobook.progress }
const titles = [begun, audiobook, ebook, finished]
const home = { featured: null, continue: [begun], audiobooks: [audiobook], ebooks: [ebook, finished] }
const author = { kind: 'author', key: 'helena ibarra', name: 'Helena Ibarra' } as const
const narrator = { kind: 'narrator', key: 'rui prado', name: 'Rui Prado' } as const
const subjects = ['Ficção brasileira', 'Mar', 'Famílias'].map((name) => ({ kind: 'subject', key: name, name }))
const series = { kind: 'series', key: 'sal', name: 'Trilogia do sal', number: 2 }
const detail = {
  revision: 1,
  speed: null,
  subtitle: 'Uma história de duas irmãs',
  description: 'Um farol, duas irmãs e o sal que não sai das janelas. '.repeat(12),
  narrator: null,
  publisher: 'Casa da Leitura',
  language: 'pt-BR',
  published: '2024-05-02',
  letters: 312_000,
  facets: [author, ...subjects, series],
  layout: 'reflowable',
  accessibility: { feature: ['alternativeText', 'tableOfContents'], accessModeSufficient: [['textual']] },
  sound: null,
  media: { manifestUrl: '/manifest.json', expiresInSeconds: 3_600 },
}
const ebookDetail = { ...ebook, ...detail }
const audiobookDetail = {
  ...audiobook,
  ...detail,
  subtitle: null,
  narrator: narrator.name,
  facets: [author, narrator],
  otherForm: begun,
}
const related = { series: [finished], sameAuthor: titles, alike: [] }

const everything: Search = { q: '', type: 'all', order: 'newest' }
const Catalog = (q: string) => () => <CatalogScreen wanted={{ ...everything, q }} />
const Author = () => <FacetScreen search={{ ...everything, facet: author }} />
const Authors = () => <FacetListScreen wanted={{ kind: 'author', q: '', order: 'name' }} />
const Title = () => <TitleScreen id={ebook.id} />
const pageOf = (items: object[], rest: object = {}) => ({ items, nextCursor: null, ...rest })
const counted = [
  { key: author.key, name: author.name, titles: 3 },
  { key: 'rui', name: 'Rui Prado e Ana Luísa Monteiro de Albuquerque, com a Cooperativa de Leitura', titles: 1 },
  { key: 'ana', name: 'Ana Luísa', titles: 1_204 },
]

/** A screen with titles, without them, on its way and failed. */
function statesOf(Drawn: State['Drawn'], path: string, full: object, empty: object): Record<string, State> {
  const named: Record<string, Answers> = {
    'Com títulos': { [path]: full },
    Vazia: { [path]: empty },
    'A caminho': {},
    'Que falhou': { [path]: 500 },
  }
  return Object.fromEntries(Object.entries(named).map(([name, answers]) => [name, { Drawn, answers }]))
}

/** The screens of the embedded application, each in every state. */
export const screenParts = partsOf({
  Abertura: {
    Abrindo: { Drawn: OpeningScreen, answers: {} },
    'Link vencido': { Drawn: ExpiredLinkScreen, answers: {} },
    'Sessão terminada': { Drawn: EndedScreen, answers: {} },
    'Sem resposta': {
      Drawn: () => <UnreachableScreen onRetry={() => showToast('Tentar novamente')} />,
      answers: {},
    },
  },
  Início: {
    ...statesOf(HomeScreen, '/home', home, { featured: null, continue: [], audiobooks: [], ebooks: [] }),
    'Com descobertas': {
      Drawn: HomeScreen,
      answers: {
        '/home': { ...home, featured: ebook },
        '/discoveries': {
          moreBy: { facet: author, items: titles },
          short: [finished],
          subjects: [{ facet: subjects[0], items: titles }],
        },
      },
    },
  },
  Explorar: {
    ...statesOf(Catalog(''), '/publications', pageOf(titles), pageOf([])),
    'Busca corrigida': {
      Drawn: Catalog('farl'),
      answers: { '/publications': pageOf([ebook], { correctedTo: 'farol' }) },
    },
    'Busca sem resultado': { Drawn: Catalog('xyz'), answers: { '/publications': pageOf([]) } },
  },
  Autores: statesOf(Authors, '/facets', pageOf(counted), pageOf([])),
  'Um autor': statesOf(Author, '/publications', pageOf(titles, { facet: counted[0] }), pageOf([])),
  'E-books': statesOf(EbooksScreen, '/', pageOf([begun, ebook, finished]), pageOf([])),
  Biblioteca: statesOf(LibraryScreen, '/library', { items: titles }, { items: [] }),
  'Página de um título': {
    'E-book': { Drawn: Title, answers: { '/publications/pub_1/related': related, '/publications/pub_1': ebookDetail } },
    'Audiolivro e e-book': {
      Drawn: () => <TitleScreen id={audiobook.id} />,
      answers: { '/publications/pub_2/related': related, '/publications/pub_2': audiobookDetail },
    },
    'A caminho': { Drawn: Title, answers: {} },
    'Fora do acervo': { Drawn: Title, answers: { '/publications': 404 } },
    'Que falhou': { Drawn: Title, answers: { '/publications': 500 } },
  },
  Conta: { Conta: { Drawn: ProfileScreen, answers: {} } },
})

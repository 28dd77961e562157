import { deriveAccent } from '@estante/contract/accent.ts'
import type { Home } from '@estante/contract/play/publications.ts'
import { applyAccent } from '../play/brand/accent.ts'
import { EbooksScreen } from '../play/ebooks/ebooks-screen.tsx'
import { CatalogScreen } from '../play/explore/catalog-screen.tsx'
import { FacetListScreen } from '../play/explore/facet-list-screen.tsx'
import { FacetScreen } from '../play/explore/facet-screen.tsx'
import type { Search } from '../play/explore/search-address.ts'
import { HomeScreen } from '../play/home/home-screen.tsx'
import { NotSignedInScreen, OpeningScreen } from '../play/launch/launch-screens.tsx'
import { LibraryScreen } from '../play/library/library-screen.tsx'
import { text as library } from '../play/library/text.ts'
import { ProfileScreen } from '../play/profile/profile-screen.tsx'
import { memberSession } from '../play/session/api.ts'
import { text as titleText } from '../play/title/text.ts'
import { TitleScreen } from '../play/title/title-screen.tsx'
import {
  audiobook,
  audiobookDetail,
  author,
  begun,
  ebook,
  ebookDetail,
  finished,
  statistics,
  subjects,
  unbegun,
} from './gallery-books.ts'
import { type Answers, partsOf, signIn, stateOf, statesOf } from './gallery-states.tsx'
import { showToast } from './toast/toast-queue.ts'

const titles = [begun, audiobook, ebook, finished]
const home: Home = { featured: null, continue: [begun, audiobook], queue: [unbegun], newest: [ebook, finished] }
const nothingAtHome: Home = { featured: null, continue: [], queue: [], newest: [] }
const related = { series: [finished], sameAuthor: titles, alike: [] }

const everything: Search = { q: '', type: 'all', order: 'newest' }
const Catalog = (q: string) => () => <CatalogScreen wanted={{ ...everything, q }} />
const Author = () => <FacetScreen search={{ ...everything, facet: author }} />
const Authors = (q: string) => () => <FacetListScreen wanted={{ kind: 'author', q, order: 'name' }} />
const Title = () => <TitleScreen id={ebook.id} />
const pageOf = (items: object[], rest: object = {}) => ({ items, nextCursor: null, ...rest })
const firstPage = pageOf(titles, { nextCursor: 'c2' })
const counted = [
  { key: author.key, name: author.name, titles: 3 },
  { key: 'rui', name: 'Rui Prado e Ana Luísa Monteiro de Albuquerque, com a Cooperativa de Leitura', titles: 1 },
  { key: 'ana', name: 'Ana Luísa', titles: 1_204 },
]

const manifest = { metadata: {}, readingOrder: [{ href: 'c1.xhtml' }], toc: [] }
const ofTitle = { '/pub_1/related': related, '/pub_1?with=manifest': { ...ebookDetail, manifest } }
const CHAPTER = '<p>O farol não guia ninguém: diz apenas onde fica a pedra.</p>'.repeat(8)
const sample = (answers: Answers) =>
  stateOf(Title, { ...ofTitle, ...answers, '/publications/pub_1': ebookDetail }, titleText.sample.read)
const bare = { ...ebookDetail, subtitle: null, description: null, publisher: null, published: null, facets: [] }
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"><path d="M4 28 20 4l16 24z"/><path d="M48 10h64v12H48z"/></svg>',
)}`
export const branded = () =>
  signIn({
    partner: { name: 'Banco Ipê', brand: { accent: null, logo: { url: logo, tone: 'dark' } } },
    environment: 'production',
  })
/** In a partner's colour that is too light for text. */
const inYellow = () =>
  applyAccent(document.documentElement, deriveAccent('#ffdd00'), matchMedia('(prefers-color-scheme: dark)').matches)
const inBothForms = stateOf(() => <TitleScreen id={audiobook.id} />, {
  '/publications/pub_2/related': related,
  '/publications/pub_2': audiobookDetail,
})
const notSignedIn = (state: 'link-expired' | 'ended' | 'unreachable') =>
  stateOf(() => <NotSignedInScreen state={state} onRetry={() => showToast('Tentar novamente')} />)
const inLibrary = (part: string, items = titles) => stateOf(LibraryScreen, { '/library': { items } }, part)

/** The screens of the embedded application, each in every state. */
export const screenParts = partsOf(
  {
    Abertura: {
      Abrindo: stateOf(OpeningScreen),
      'Link vencido': notSignedIn('link-expired'),
      'Sessão terminada': notSignedIn('ended'),
      'Sem resposta': notSignedIn('unreachable'),
    },
    Início: {
      ...statesOf(HomeScreen, '/home', home, nothingAtHome),
      'Só novidades': stateOf(HomeScreen, { '/home': { ...nothingAtHome, newest: titles } }),
      'Com a marca do parceiro': { Drawn: HomeScreen, answers: { '/home': home }, begin: branded },
      'Em amarelo': { Drawn: HomeScreen, answers: { '/home': home }, begin: inYellow },
      'Com descobertas': stateOf(HomeScreen, {
        '/home': { ...home, featured: ebook },
        '/discoveries': {
          moreBy: { facet: author, items: titles },
          short: [unbegun],
          subjects: [{ facet: subjects[0], items: titles }],
        },
      }),
    },
    Explorar: {
      ...statesOf(Catalog(''), '/publications', pageOf(titles), pageOf([])),
      'Busca corrigida': stateOf(Catalog('farl'), { '/publications': pageOf([ebook], { correctedTo: 'farol' }) }),
      'Busca sem resultado': stateOf(Catalog('xyz'), { '/publications': pageOf([]) }),
      'Sem audiolivros': stateOf(() => <CatalogScreen wanted={{ ...everything, type: 'audiobook' }} />, {
        '/publications': pageOf([]),
      }),
      'Fim da lista a caminho': stateOf(Catalog('farol'), { 'cursor=c2': undefined, '/publications': firstPage }),
      'Fim da lista que falhou': stateOf(Catalog('pedra'), { 'cursor=c2': 500, '/publications': firstPage }),
    },
    Autores: {
      ...statesOf(Authors(''), '/facets', pageOf(counted), pageOf([])),
      'Busca sem resultado': stateOf(Authors('xyz'), { '/facets': pageOf([]) }),
    },
    'Um autor': statesOf(Author, '/publications', pageOf(titles, { facet: counted[0] }), pageOf([])),
    'E-books': statesOf(EbooksScreen, '/', pageOf([begun, ebook, finished]), pageOf([])),
    Biblioteca: {
      ...statesOf(LibraryScreen, '/library', { items: titles }, { items: [] }),
      Salvos: inLibrary(library.saved),
      Terminados: inLibrary(library.finished),
      'Nada salvo': inLibrary(library.saved, []),
      'Nada terminado': inLibrary(library.finished, []),
    },
    'Página de um título': {
      'E-book': stateOf(Title, { '/publications/pub_1/related': related, '/publications/pub_1': ebookDetail }),
      'Audiolivro e e-book': inBothForms,
      'Em amarelo': { ...inBothForms, begin: inYellow },
      'Sem descrição nem fatos': stateOf(Title, {
        '/related': { series: [], sameAuthor: [], alike: [] },
        '/publications/pub_1': bare,
      }),
      'Sinopse inteira': stateOf(Title, { ...ofTitle, '/pub_1': ebookDetail }, titleText.more),
      'Amostra de texto': sample({ '/media/c1': CHAPTER }),
      'Amostra a caminho': sample({}),
      'Amostra que falhou': sample({ '/media/c1': 500 }),
      'A caminho': stateOf(Title),
      'Fora do acervo': stateOf(Title, { '/publications': 404 }),
      'Que falhou': stateOf(Title, { '/publications': 500 }),
      'Sem resposta': stateOf(Title, { '/publications': 0 }),
    },
    Conta: {
      Conta: { Drawn: ProfileScreen, answers: { '/statistics': statistics([12, 45, 0, 90, 31, 5, 62]) } },
      'Sem nome, com a marca do parceiro': {
        Drawn: ProfileScreen,
        answers: { '/statistics': 500 },
        begin: () => {
          branded()
          const { partner } = memberSession.profile.value!
          signIn({ member: { id: 'mbr_2', name: null, email: null }, partner })
        },
      },
    },
  },
  'whole',
)

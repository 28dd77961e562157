import { text as clientText } from '@estante/client/text.ts'
import type { Device } from '@estante/contract/play/places.ts'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { refusal } from '../play/annotations/page-annotations.ts'
import { EndingPart } from '../play/ending/ending-part.tsx'
import { ListScreen } from '../play/lists/list-screen.tsx'
import { ListsButton } from '../play/lists/lists-button.tsx'
import { ListsOfTitle } from '../play/lists/lists-of-title.tsx'
import { ListsScreen } from '../play/lists/lists-screen.tsx'
import { text as listsText } from '../play/lists/text.ts'
import { ExportSheet } from '../play/notebook/export-sheet.tsx'
import { filters } from '../play/notebook/filters.tsx'
import { ImportSheet } from '../play/notebook/import-sheet.tsx'
import { NotebookScreen } from '../play/notebook/notebook-screen.tsx'
import { text as notebookText } from '../play/notebook/text.ts'
import { PlacesList } from '../play/places/places-list.tsx'
import { clockTime } from '../play/places/times.ts'
import { StatisticsPart } from '../play/profile/statistics-part.tsx'
import { BookShelf } from '../play/publication/book-shelf.tsx'
import { QueueButton } from '../play/queue/queue-button.tsx'
import { QueueScreen } from '../play/queue/queue-screen.tsx'
import { text as playText } from '../play/text.ts'
import { audiobook, ebook, ending, statistics, unbegun } from './gallery-books.ts'
import { bookmark, highlight, noted } from './gallery-reader.tsx'
import { answerAlways, openSheet, partsOf, type State, stateOf, statesOf } from './gallery-states.tsx'
import { showToast } from './toast/toast-queue.ts'
import '../play/profile/profile-screen.css'

const places = { current: null, former: [] }
answerAlways({
  '/places/some': {
    ...places,
    former: [
      formerPlace(760, 'O que a chuva sabia', 'iphone', 40),
      formerPlace(4_100, 'De como a cidade inteira parou para ouvir o sino rachado', 'computer', 60 * 26),
      formerPlace(12, undefined, 'computer', 60 * 24 * 9),
    ],
  },
  '/places/pub_1': {
    ...places,
    former: [formerPlace(0.4, 'A noite do norte', 'android-phone', 3), formerPlace(0.1, 'A casa branca', 'ipad', 300)],
  },
  '/places/pub_2': { ...places, former: [formerPlace(1_240, 'O que a chuva sabia', 'android-phone', 3)] },
  '/places/none': places,
  '/places/failed': 500,
})

const SOME = '0197c0de-0000-7000-8000-0000000000a1'
const NONE = '0197c0de-0000-7000-8000-0000000000a2'
const covers = [ebook.cover, audiobook.cover, { ...ebook.cover, ratio: 0.7, color: '#e9dfc6' }]
const lists = {
  items: [
    { id: SOME, name: 'Para as férias', titles: [ebook.id, audiobook.id], covers },
    { id: NONE, name: 'Clube do livro da terça-feira, com as indicações de todo mundo', titles: [], covers: [] },
  ],
}
const annotated = [noted, highlight, { ...bookmark, id: `${SOME.slice(0, -2)}b1` }].map((annotation, index) => ({
  ...annotation,
  id: `0197c0de-0000-7000-8000-0000000000b${index}`,
}))
const publication = { ...ebook, isAvailable: true }
const notebook = { items: annotated.map((annotation) => ({ ...annotation, publication })), nextCursor: 'more' }
const Statistics = () => (
  <section class="stack gap-3">
    <h2>Sua semana</h2>
    <div class="profile__card card">
      <StatisticsPart />
    </div>
  </section>
)
const Places = ({ id }: { id: string }) => (
  <PlacesList
    id={id}
    describe={({ title, locations }) => ({ title: title ?? 'Sem capítulo', detail: clockTime(locations.time ?? 0) })}
    onGo={({ title }) => showToast(title ?? 'Ir para lá')}
  />
)
const OneList = () => <ListScreen id={SOME} />
const AllLists = () => <ListsScreen id="" />
const Notebook = () => <NotebookScreen id="" />
const searchNotebook = (q: string) => () => {
  filters.value = { ...filters.value, q }
}
const firstQuote = notebookText.edit(highlight.locator.text!.highlight!.slice(0, 60))
const endOf = (counts: boolean) => () => (
  <EndingPart
    publication={audiobook}
    countdown={
      counts
        ? { secondsLeft: 7, start: () => showToast('Ouvir agora'), cancel: () => showToast('Cancelar') }
        : undefined
    }
    onAgain={() => showToast('Ouvir de novo')}
    onBack={() => showToast('Voltar')}
  />
)
const EndOfEbook = () => <EndingPart publication={ebook} onAgain={() => {}} onBack={() => {}} />
const Shelf = () => <BookShelf title="Continuar" publications={[audiobook]} />
const Lists = () => <ListsOfTitle publication={ebook} />
const moreOfTitle = playText.publication.more(audiobook.title)
const OfTitle = () => <NotebookScreen id={ebook.id} />

const components: Record<string, Record<string, State>> = {
  Estatísticas: statesOf(Statistics, '/statistics', statistics([12, 45, 0, 90, 31, 5, 62]), {
    ...statistics([0, 0, 0, 0, 0, 0, 0]),
    listeningSeconds: 0,
  }),
  Lugares: Object.fromEntries(
    Object.entries({
      Lugares: 'some',
      'Sem lugares': 'none',
      'Lugares a caminho': 'waiting',
      'Lugares que não vieram': 'failed',
    }).map(([name, id]) => [name, { Drawn: () => <Places id={id} />, answers: {} }]),
  ),
  'Listas de um título': {
    'As listas': stateOf(Lists, { '/lists': lists }),
    'Nenhuma ainda': stateOf(Lists, { '/lists': { items: [] } }),
    'Que não vieram': stateOf(Lists, { '/lists': 500 }),
  },
  'Ações de um título': {
    Ações: stateOf(Shelf, { '/queue': { items: [] } }, moreOfTitle),
    'Já na fila': stateOf(Shelf, { '/queue': { items: [audiobook] } }, moreOfTitle),
    'As listas dele': stateOf(Shelf, { '/queue': { items: [] }, '/lists': lists }, moreOfTitle, listsText.put),
  },
  'Fim de um título': {
    'O próximo começa sozinho': stateOf(endOf(true), { '/ending': ending }),
    'Próximo da série': stateOf(endOf(false), { '/ending': ending }),
    'Próximo da fila': stateOf(endOf(false), { '/ending': { ...ending, queued: ebook } }),
    'Sem próximo': stateOf(endOf(false), { '/ending': { ...ending, inSeries: null } }),
    'Sem mais nada': stateOf(EndOfEbook, {
      '/ending': {
        ...ending,
        startedAt: null,
        finishedWorks: 1,
        listeningSeconds: 0,
        readingSeconds: 0,
        inSeries: null,
        sameAuthor: [],
        others: [],
      },
    }),
    'De um e-book': stateOf(EndOfEbook, { '/ending': ending }),
    'A caminho': stateOf(endOf(false)),
    'Que falhou': stateOf(endOf(false), { '/ending': 500 }),
    'Sem resposta': stateOf(endOf(false), { '/ending': 0 }),
  },
}

const oneList = { '/lists/': { id: SOME, name: 'Para as férias', items: [ebook, audiobook] }, '/lists': lists }
const annotatedBook = {
  [`/publications/${ebook.id}/annotations`]: { items: annotated },
  '/publications': publication,
}
const deletion = { [`/annotations/${annotated[0]!.id}`]: { annotation: null, revision: 2 } }
const screens: Record<string, Record<string, State>> = {
  Fila: {
    ...statesOf(QueueScreen, '/queue', { items: [audiobook, ebook, unbegun] }, { items: [] }),
    'Fila de um título': stateOf(QueueScreen, { '/queue': { items: [audiobook] } }),
  },
  Listas: {
    ...statesOf(AllLists, '/lists', lists, { items: [] }),
    'Uma lista': stateOf(OneList, oneList),
    'Lista vazia': stateOf(() => <ListScreen id={NONE} />, {
      ...oneList,
      '/lists/': { id: NONE, name: '', items: [] },
    }),
    'Lista apagada': stateOf(() => <ListScreen id="gone" />, { ...oneList, '/lists/': 404 }),
    'Dar nome a uma lista': stateOf(AllLists, { '/lists': { items: [] } }, listsText.make),
    'Lista sem nome': stateOf(AllLists, { '/lists': { items: [] } }, listsText.make, listsText.makeNow),
    Renomear: stateOf(OneList, oneList, listsText.rename),
    'Apagar a lista': stateOf(OneList, oneList, listsText.remove),
    'Lista que falhou': stateOf(OneList, { ...oneList, '/lists/': 500 }),
    'Lista a caminho': stateOf(OneList),
  },
  Caderno: {
    ...statesOf(Notebook, '/annotations', notebook, { items: [], nextCursor: null }),
    'Um livro': stateOf(OfTitle, annotatedBook),
    'Mudar uma anotação': stateOf(OfTitle, annotatedBook, firstQuote),
    'Anotação apagada': stateOf(OfTitle, { ...deletion, ...annotatedBook }, firstQuote, notebookText.remove),
    'Mudança recusada': {
      ...stateOf(OfTitle, annotatedBook),
      begin: () => {
        refusal.value = ''
      },
    },
    'Filtro sem resultado': {
      ...stateOf(Notebook, { '/annotations': { items: [], nextCursor: null } }),
      begin: searchNotebook('xyz'),
    },
    'Mais que falhou': {
      ...stateOf(Notebook, { 'cursor=more': 500, '/annotations': notebook }, clientText.more),
      begin: searchNotebook('pedra'),
    },
    'Mais a caminho': {
      ...stateOf(Notebook, { 'cursor=more': undefined, '/annotations': notebook }, clientText.more),
      begin: searchNotebook('farol'),
    },
    'Livro sem anotações': stateOf(() => <NotebookScreen id={unbegun.id} />, {
      '/annotations': { items: [] },
      '/publications': { ...unbegun, isAvailable: true },
    }),
  },
}

const MARKDOWN = `# O farol de sal\n\nHelena Ibarra\n\n## A casa branca\n\n> ${highlight.locator.text?.highlight}\n\n${noted.note}\n`
const exporting = `/publications/${ebook.id}/annotations/export`
const importing = `/publications/${ebook.id}/annotations/import`
const outcome = { imported: 12, unchanged: 0, conflicting: 0, moved: 0, lost: [], refused: [] }
const partly = {
  imported: 1,
  unchanged: 30,
  conflicting: 1,
  moved: 2,
  lost: Array.from({ length: 23 }, (_, index) => ({
    id: String(index),
    quote: `O farol não guia ninguém: diz apenas onde fica a pedra ${index + 1}.`,
  })),
  refused: [{ item: 4, reason: 'Falta o seletor.' }],
}
const partlyOfAll = { outcomes: [outcome, partly, null] }
const ofThree = JSON.stringify(
  ['O farol de sal', 'Dom Casmurro', 'Um livro de outro acervo'].map((title) => ({
    type: 'AnnotationSet',
    about: { 'dc:title': title },
    items: [],
  })),
)
const ExportingAll = openSheet((sheet) => <ExportSheet publication={undefined} {...sheet} />)
const ImportingAll = openSheet((sheet) => <ImportOf id={undefined} file={ofThree} {...sheet} />)
const Exporting = openSheet((sheet) => <ExportSheet publication={publication} {...sheet} />)
const importingOf = (file?: string) => openSheet((sheet) => <ImportOf id={ebook.id} file={file} {...sheet} />)
const Importing = importingOf('{"type":"AnnotationSet","items":[]}')
const sheets: Record<string, State> = {
  Exportar: stateOf(Exporting, { [exporting]: MARKDOWN }),
  'Exportar a caminho': stateOf(Exporting),
  'Exportar que falhou': stateOf(Exporting, { [exporting]: 500 }),
  'Exportar todas, num arquivo longo': stateOf(ExportingAll, { '/annotations/export': MARKDOWN.repeat(1000) }),
  Importar: stateOf(importingOf()),
  Importando: stateOf(Importing),
  Importado: stateOf(Importing, { [importing]: outcome }),
  'Importado em parte': stateOf(Importing, { [importing]: partly }),
  'Importado sem um dos livros': stateOf(ImportingAll, { '/annotations/import': partlyOfAll }),
  'Importar outra coisa': stateOf(importingOf('Título;Autor')),
  'Importar que falhou': stateOf(Importing, { [importing]: 500 }),
}

/** The components around the book, each in every state. */
export const aroundParts: Record<string, () => ComponentChildren> = {
  ...partsOf({ ...components, 'Levar e trazer anotações': sheets }),
  ...partsOf(screens, 'whole'),
  'Fila e listas de um título': () => (
    <>
      <QueueButton publication={audiobook} />
      <ListsButton publication={audiobook} />
    </>
  ),
}

/** Imports a file at once, if there is one. */
function ImportOf({
  file,
  ...sheet
}: Omit<Parameters<typeof ImportSheet>[0], 'onImported'> & { file: string | undefined }) {
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>('dialog[open] input[type="file"]')
    if (file === undefined || !input) return
    const chosen = new DataTransfer()
    chosen.items.add(new File([file], 'anotacoes.jsonld'))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, [])
  return <ImportSheet onImported={async () => {}} {...sheet} />
}

function formerPlace(time: number, title: string | undefined, device: Device, minutesAgo: number) {
  const leftAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  return { locator: { href: 'a.mp3', ...(title && { title }), locations: { time } }, leftAt, device }
}

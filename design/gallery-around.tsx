import { signal } from '@preact/signals'
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
import { Button } from './button/button.tsx'
import { audiobook, ebook, ending, statistics, unbegun } from './gallery-books.ts'
import { bookmark, highlight, noted } from './gallery-reader.tsx'
import { type Answers, answerAlways, answerNow, partsOf, type State, statesOf } from './gallery-states.tsx'
import { showToast } from './toast/toast-queue.ts'
import '../play/profile/profile-screen.css'

const places = { current: null, former: [] }
answerAlways({
  '/places/some': {
    ...places,
    former: [
      formerPlace(760, 'O que a chuva sabia', 'iphone', 40),
      formerPlace(4_100, 'De como a cidade inteira parou para ouvir o sino rachado', 'computer', 60 * 26),
      formerPlace(12, undefined, null, 60 * 24 * 9),
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
  <section class="profile__part">
    <h2 class="profile__heading">Sua semana</h2>
    <div class="profile__card">
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
const OfTitle = () => <NotebookScreen id={ebook.id} />

const pieces: Record<string, Record<string, State>> = {
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
    'As listas': { Drawn: () => <ListsOfTitle publication={ebook} />, answers: { '/lists': lists } },
    'Nenhuma ainda': { Drawn: () => <ListsOfTitle publication={ebook} />, answers: { '/lists': { items: [] } } },
    'Que não vieram': { Drawn: () => <ListsOfTitle publication={ebook} />, answers: { '/lists': 500 } },
  },
  'Ações de um título': {
    Ações: { Drawn: Shelf, answers: { '/queue': { items: [] } }, press: [playText.publication.more(audiobook.title)] },
    'Já na fila': {
      Drawn: Shelf,
      answers: { '/queue': { items: [audiobook] } },
      press: [playText.publication.more(audiobook.title)],
    },
    'As listas dele': {
      Drawn: Shelf,
      answers: { '/queue': { items: [] }, '/lists': lists },
      press: [playText.publication.more(audiobook.title), listsText.put],
    },
  },
  'Fim de um título': {
    'O próximo começa sozinho': { Drawn: endOf(true), answers: { '/ending': ending } },
    'Próximo da série': { Drawn: endOf(false), answers: { '/ending': ending } },
    'Próximo da fila': { Drawn: endOf(false), answers: { '/ending': { ...ending, queued: ebook } } },
    'Sem próximo': { Drawn: endOf(false), answers: { '/ending': { ...ending, inSeries: null } } },
    'Sem mais nada': {
      Drawn: EndOfEbook,
      answers: { '/ending': { ...ending, activeSeconds: 0, inSeries: null, sameAuthor: [], others: [] } },
    },
    'De um e-book': { Drawn: EndOfEbook, answers: { '/ending': ending } },
    'A caminho': { Drawn: endOf(false) },
    'Que falhou': { Drawn: endOf(false), answers: { '/ending': 500 } },
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
    'Fila de um título': { Drawn: QueueScreen, answers: { '/queue': { items: [audiobook] } } },
  },
  Listas: {
    ...statesOf(AllLists, '/lists', lists, { items: [] }),
    'Uma lista': { Drawn: () => <ListScreen id={SOME} />, answers: oneList },
    'Lista vazia': {
      Drawn: () => <ListScreen id={NONE} />,
      answers: { '/lists/': { id: NONE, name: '', items: [] }, '/lists': lists },
    },
    'Lista apagada': { Drawn: () => <ListScreen id="gone" />, answers: { '/lists/': 404, '/lists': lists } },
    'Dar nome a uma lista': { Drawn: AllLists, answers: { '/lists': { items: [] } }, press: [listsText.make] },
    'Lista sem nome': {
      Drawn: AllLists,
      answers: { '/lists': { items: [] } },
      press: [listsText.make, listsText.makeNow],
    },
    Renomear: { Drawn: () => <ListScreen id={SOME} />, answers: oneList, press: [listsText.rename] },
    'Apagar a lista': { Drawn: () => <ListScreen id={SOME} />, answers: oneList, press: [listsText.remove] },
    'Lista que falhou': { Drawn: () => <ListScreen id={SOME} />, answers: { '/lists/': 500, '/lists': lists } },
    'Lista a caminho': { Drawn: () => <ListScreen id={SOME} />, answers: {} },
  },
  Caderno: {
    ...statesOf(Notebook, '/annotations', notebook, { items: [], nextCursor: null }),
    'Um livro': { Drawn: OfTitle, answers: annotatedBook },
    'Mudar uma anotação': { Drawn: OfTitle, answers: annotatedBook, press: [firstQuote] },
    'Anotação apagada': {
      Drawn: OfTitle,
      answers: { ...deletion, ...annotatedBook },
      press: [firstQuote, notebookText.remove],
    },
    'Mudança recusada': {
      Drawn: OfTitle,
      answers: annotatedBook,
      begin: () => {
        refusal.value = ''
      },
    },
    'Filtro sem resultado': {
      Drawn: Notebook,
      answers: { '/annotations': { items: [], nextCursor: null } },
      begin: searchNotebook('xyz'),
    },
    'Mais que falhou': {
      Drawn: Notebook,
      answers: { 'cursor=more': 500, '/annotations': notebook },
      begin: searchNotebook('pedra'),
      press: [notebookText.showMore],
    },
    'Mais a caminho': {
      Drawn: Notebook,
      answers: { 'cursor=more': undefined, '/annotations': notebook },
      begin: searchNotebook('farol'),
      press: [notebookText.showMore],
    },
    'Livro sem anotações': {
      Drawn: () => <NotebookScreen id={unbegun.id} />,
      answers: { '/annotations': { items: [] }, '/publications': { ...unbegun, isAvailable: true } },
    },
  },
}

const MARKDOWN = `# O farol de sal\n\nHelena Ibarra\n\n## A casa branca\n\n> ${highlight.locator.text?.highlight}\n\n${noted.note}\n`
const exporting = `/publications/${ebook.id}/annotations/export`
const importing = `/publications/${ebook.id}/annotations/import`
const outcome = { imported: 12, unchanged: 0, conflicting: 0, moved: 0, lost: [], refused: [] }
const openSheet = signal<string>()
/** The sheets with the answers for them, and whether a file is chosen at once. */
const sheets: Record<string, { answers: Answers; file?: string }> = {
  Exportar: { answers: { [exporting]: MARKDOWN } },
  'Exportar a caminho': { answers: {} },
  'Exportar que falhou': { answers: { [exporting]: 500 } },
  Importar: { answers: {} },
  Importando: { answers: {}, file: '{"type":"AnnotationSet","items":[]}' },
  Importado: { answers: { [importing]: outcome }, file: '{"type":"AnnotationSet","items":[]}' },
  'Importado em parte': {
    answers: {
      [importing]: {
        imported: 1,
        unchanged: 30,
        conflicting: 1,
        moved: 2,
        lost: Array.from({ length: 23 }, (_, index) => ({
          id: String(index),
          quote: `O farol não guia ninguém: diz apenas onde fica a pedra ${index + 1}.`,
        })),
        refused: [{ item: 4, reason: 'Falta o seletor.' }],
      },
    },
    file: '{"type":"AnnotationSet","items":[]}',
  },
  'Importar outra coisa': { answers: {}, file: 'Título;Autor' },
  'Importar que falhou': { answers: { [importing]: 500 }, file: '{"type":"AnnotationSet","items":[]}' },
}

/** The components around the book, each in every state. */
export const aroundParts: Record<string, () => ComponentChildren> = {
  ...partsOf(pieces),
  ...partsOf(screens, 'whole'),
  'Fila e listas de um título': () => (
    <>
      <QueueButton publication={audiobook} />
      <ListsButton publication={audiobook} />
    </>
  ),
  'Levar e trazer anotações': () => (
    <>
      {Object.keys(sheets).map((name) => (
        <Button
          key={name}
          variant="soft"
          onClick={() => {
            answerNow(sheets[name]!.answers)
            openSheet.value = name
          }}
        >
          {name}
        </Button>
      ))}
      {Object.entries(sheets).map(([name, { file }]) =>
        name.startsWith('Exportar') ? (
          <ExportSheet key={name} publication={publication} open={openSheet.value === name} onClose={closeSheet} />
        ) : (
          <Importing key={name} open={openSheet.value === name} file={file} />
        ),
      )}
    </>
  ),
}

function Importing({ open, file }: { open: boolean; file: string | undefined }) {
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>('dialog[open] input[type="file"]')
    if (!open || file === undefined || !input) return
    const chosen = new DataTransfer()
    chosen.items.add(new File([file], 'anotacoes.jsonld'))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, [open])
  return <ImportSheet id={ebook.id} open={open} onImported={async () => {}} onClose={closeSheet} />
}

function closeSheet() {
  openSheet.value = undefined
}

function formerPlace(time: number, title: string | undefined, device: string | null, minutesAgo: number) {
  const leftAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  return { locator: { href: 'a.mp3', ...(title && { title }), locations: { time } }, leftAt, device }
}

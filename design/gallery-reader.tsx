import { UnreachableError } from '@estante/client/answer.ts'
import { createPages } from '@estante/client/pages.ts'
import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { Annotation } from '@estante/contract/play/annotations.ts'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { AnnotationCard } from '../play/notebook/annotation-card.tsx'
import { text as placesText } from '../play/places/text.ts'
import { palettes, readerColours, type Theme } from '../play/reader/appearance/appearance.ts'
import { AppearanceSheet } from '../play/reader/appearance/appearance-sheet.tsx'
import { createBookLook } from '../play/reader/appearance/book-look.ts'
import { mapBook } from '../play/reader/book-map.ts'
import { ContentsSheet } from '../play/reader/contents-sheet.tsx'
import { DefinitionSheet } from '../play/reader/definition/definition-sheet.tsx'
import { FootnoteSheet } from '../play/reader/footnote-sheet.tsx'
import { MarksLayer } from '../play/reader/marks/marks-layer.tsx'
import { text as marksText } from '../play/reader/marks/marks-text.ts'
import type { Picture } from '../play/reader/pictures/picture.ts'
import { PictureViewer } from '../play/reader/pictures/picture-viewer.tsx'
import { ReadAlongBar } from '../play/reader/read-along/read-along-bar.tsx'
import type { Reader } from '../play/reader/reader.ts'
import { ReadingRuler } from '../play/reader/ruler/reading-ruler.tsx'
import { type BookSearch, createBookSearch } from '../play/reader/search/book-search.ts'
import { BookSearchSheet } from '../play/reader/search/book-search-sheet.tsx'
import { text as readerText } from '../play/reader/text.ts'
import { ebookDetail } from './gallery-books.ts'
import { type Answers, openSheet, partsOf, type State, stateOf, withActions } from './gallery-states.tsx'
import { Segmented } from './segmented/segmented.tsx'
import { showToast } from './toast/toast-queue.ts'
import '../play/notebook/notebook.css'
import '../play/reader/reader-screen.css'

const QUOTE = 'O farol não guia ninguém: diz apenas onde fica a pedra.'

export const highlight: Annotation = {
  id: '0197c0de-0000-7000-8000-000000000001',
  publicationId: 'pub_1',
  motivation: 'highlighting',
  color: 'yellow',
  note: null,
  locator: { href: 'c1.xhtml', title: 'A casa branca', locations: {}, text: { highlight: QUOTE } },
  start: 120,
  end: 175,
  publicationRevision: 1,
  isLost: false,
  createdAt: '2026-11-21T05:00:00Z',
  revision: 1,
}
export const noted: Annotation = {
  ...highlight,
  motivation: 'commenting',
  color: 'green',
  note: 'Reler antes do clube.',
}
export const bookmark: Annotation = { ...highlight, motivation: 'bookmarking', color: null }

const manifest = {
  metadata: { language: ['pt-BR'] },
  readingOrder: [
    { href: 'c1.xhtml', properties: { letters: 9_000 } },
    { href: 'c2.xhtml', properties: { letters: 14_000 } },
  ],
  toc: [
    {
      href: 'c1.xhtml',
      title: 'A casa branca',
      properties: { letters: 9_000 },
      children: [
        {
          href: 'c1.xhtml#chuva',
          title: 'O que a chuva sabia',
          properties: { letter: 4_000, letters: 5_000 },
          children: [{ href: 'c1.xhtml#telhado', title: 'O telhado', properties: { letter: 7_000, letters: 2_000 } }],
        },
      ],
    },
    { href: 'c2.xhtml', title: 'A noite do norte', properties: { letters: 14_000 } },
  ],
  pageList: Array.from({ length: 60 }, (_, index) => ({ href: `c1.xhtml#p${index}`, title: String(index + 9) })),
} as unknown as Manifest

const hits: BookHits = {
  isIndexed: true,
  isFuzzy: true,
  total: 40,
  chapters: [{ chapter: 0, title: 'A casa branca', hits: 40 }],
  items: [120, 900].map((letter) => ({
    chapter: 0,
    letter,
    letters: 5,
    locator: {
      href: 'c1.xhtml',
      locations: { totalProgression: letter / 23_000 },
      text: { before: 'O ', highlight: 'farol', after: ' não guia ninguém: diz apenas onde fica a pedra.' },
    },
  })),
  nextCursor: 'next',
}
const nothing = { ...hits, total: 0, items: [], nextCursor: null }

/** A search for a word that has this answer already. */
function searchWith(answer: () => Promise<BookHits>): BookSearch {
  const results = createPages<BookHit, BookHits & { q: string }>(async () => ({ ...(await answer()), q: 'faról' }))
  const search = createBookSearch('pub_1', () => results)
  search.query.value = 'faról'
  return search
}

/** Of the reader and its sheets. */
export const look = createBookLook({ change: () => {} })

/** A reader with the fields that its screen and its sheets use. */
export function book(marks: object = {}, search = createBookSearch('pub_1'), rest: object = {}): Reader {
  return withActions({
    id: 'pub_1',
    marks: withActions({
      items: signal([highlight, noted, bookmark]),
      isRefused: (id: string) => id === noted.id,
      active: signal(undefined),
      announcement: signal(''),
      bookmarks: signal([]),
      highlights: signal([]),
      notices: signal([]),
      edited: signal(undefined),
      canShare: () => true,
      ...marks,
    }),
    publication: signal(ebookDetail),
    manifest: signal(manifest),
    map: signal(mapBook(manifest)),
    position: signal({
      chapter: 0,
      entry: 1,
      title: 'O que a chuva sabia',
      pagesLeft: 6,
      locator: { href: 'c1.xhtml', locations: { progression: 0.5, totalProgression: 0.27 } },
    }),
    pace: withActions({
      minutesOf: (letters: number) => Math.ceil(letters / 1_000),
      left: signal({ inEntry: 6, inBook: 194 }),
      measure: signal('chapter'),
    }),
    search,
    describe: ({ title = '', locations }: Locator) => ({
      title,
      detail: `${Math.floor((locations.time ?? 0) * 100)}%`,
    }),
    look,
    aloud: signal(undefined),
    flow: signal('paginated'),
    areToolsVisible: signal(true),
    problem: signal(undefined),
    isBusy: signal(false),
    isAtEnd: signal(false),
    question: signal(undefined),
    picture: signal(undefined),
    history: signal([]),
    voice: {
      book: () => ({
        manifest,
        navigator: {},
        palette: look.palette,
        position: signal(undefined),
        publication: signal(undefined),
        preferences: { speed: signal(1), skips: signal(true) },
        now: () => performance.now(),
      }),
    },
    hasText: () => true,
    takeKey: () => true,
    ruler: {},
    visibleLines: () => ({ lines: [40, 62, 84, 106].map((start) => ({ column: 0, start, end: start + 20 })) }),
    spokenBox: () => undefined,
    note: signal(undefined),
    lookup: withActions({
      canDefine: () => true,
      canTranslate: () => false,
      definition: signal(undefined),
    }),
    ...rest,
  })
}

/** A line in the middle of the page, where the toolbar stands above it. */
function selectionOf({ annotation, isTouch = false }: { annotation?: Annotation; isTouch?: boolean } = {}) {
  const boxes = [new DOMRect(24, isTouch ? 24 : 170, 260, 24)]
  return signal({ highlight: QUOTE, boxes, annotation, isTouch, isByKey: false })
}

const pages: [Theme, string, () => Reader][] = [
  ['light', 'Trecho escolhido', () => book({ active: selectionOf() })],
  [
    'light',
    'Trecho escolhido, com tradução e sem compartilhar',
    () =>
      book({ active: selectionOf(), canShare: () => false }, undefined, {
        lookup: withActions({ canDefine: () => true, canTranslate: () => true }),
      }),
  ],
  ['sepia', 'Trecho escolhido com o dedo', () => book({ active: selectionOf({ isTouch: true }) })],
  ['dark', 'Destaque com nota', () => book({ active: selectionOf({ annotation: noted }) })],
  [
    'black',
    'Página marcada, destaque apagado',
    () =>
      book({
        bookmarks: signal([bookmark]),
        notices: removed,
      }),
  ],
]

const drawing = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160"><rect width="240" height="160" fill="#e9dfc6"/><path d="M20 140 L120 20 L220 140" fill="none" stroke="#b4532a" stroke-width="8"/></svg>',
)}`

const image = { kind: 'image', source: drawing, caption: 'O telhado.', width: 240, height: 160 } as const
// As in a chapter of a book: without a doctype the body would be as high as the window.
const TIDES = `<!doctype html><table><caption>Marés de março</caption>${Array.from(
  { length: 14 },
  (_, row) => `<tr>${Array.from({ length: 8 }, (_, column) => `<td>${row + 3}h${column * 7}</td>`).join('')}</tr>`,
).join('')}</table>`
const pictures: Record<string, Picture> = {
  Figura: image,
  'Figura alta sem legenda': { ...image, caption: '', width: 160, height: 640 },
  Tabela: {
    kind: 'table',
    address: URL.createObjectURL(new Blob([TIDES], { type: 'text/html' })),
    index: 0,
    caption: 'Marés de março',
  },
}
/** A value at the end of its scale, and one of the member's. */
const spaces = { lineSpacing: 250, paragraphSpacing: null, wordSpacing: null, letterSpacing: 12 }
const adjusted = book({}, undefined, {
  look: { ...look, appearance: signal({ ...look.appearance.peek(), ...spaces }), spaces: signal(spaces) },
})
const fixed = book({}, undefined, {
  manifest: signal({ ...manifest, metadata: { ...manifest.metadata, layout: 'fixed' } }),
})

const cards: { name: string; annotation: Annotation; conflict?: Annotation | null }[] = [
  ...(['yellow', 'green', 'blue', 'pink'] as const).map((color) => ({
    name: color,
    annotation: { ...highlight, color },
  })),
  { name: 'note', annotation: noted },
  { name: 'bookmark', annotation: bookmark },
  { name: 'lost', annotation: { ...highlight, isLost: true } },
  { name: 'unsearched', annotation: { ...highlight, isLost: true, publicationRevision: 0 } },
  {
    name: 'conflict',
    annotation: { ...noted, id: `${highlight.id.slice(0, -1)}2` },
    conflict: { ...noted, note: 'Reler amanhã.' },
  },
]

const listed = { items: signal(cards.map(({ annotation }, index) => ({ ...annotation, id: String(index) }))) }
const removed = signal([
  { text: 'Destaque apagado', actions: [{ label: 'Desfazer', run: () => showToast('Desfeito.') }] },
])

/** A sheet of the reader, in its palette, until it is closed. */
function sheetOf(draw: Parameters<typeof openSheet>[0], answers?: Answers, ...press: string[]): State {
  const Opened = openSheet(draw)
  const InReader = () => (
    <div class="reader" data-theme={look.theme.value} style={readerColours(look.palette.value)}>
      <Opened />
    </div>
  )
  return stateOf(InReader, answers, ...press)
}

const appearanceOf = (reader: Reader) => sheetOf((sheet) => <AppearanceSheet reader={reader} {...sheet} />)
const contentsOf = (reader: Reader, ...press: string[]) =>
  sheetOf((sheet) => <ContentsSheet reader={reader} {...sheet} />, {}, ...press)
const searchOf = (answer: () => Promise<BookHits>) => {
  const reader = book({}, searchWith(answer))
  return sheetOf((sheet) => <BookSearchSheet reader={reader} {...sheet} />)
}
const noteOf = (annotation: Annotation) =>
  sheetOf(({ open, onClose }) => (
    <div class="gallery__over">
      <MarksLayer
        reader={book({ edited: signal(open ? annotation : undefined), closeNote: onClose })}
        onSearch={() => {}}
      />
    </div>
  ))
const definitionOf = (answer?: object | number, onAskHost?: () => void) =>
  sheetOf(
    ({ open, onClose }) => (
      <DefinitionSheet word={open ? 'farol' : undefined} onAskHost={onAskHost} onClose={onClose} />
    ),
    { '/dictionary?word=farol': answer },
  )
const pictureOf = (picture: Picture) =>
  sheetOf(
    ({ open, onClose }) => open && <PictureViewer picture={picture} palette={look.palette.value} onClose={onClose} />,
  )

const farol = {
  headword: 'farol',
  definition: 'Torre que alumia o mar.\nAquilo que guia.',
  source: 'Dicionário aberto',
}
const plain = { emphasis: false, strong: false, href: undefined }
const FOOTNOTE: Reader['note']['value'] = [
  {
    runs: [
      { ...plain, text: 'O faroleiro anotava as marés em ' },
      { ...plain, text: 'cadernos de escola', emphasis: true },
      { ...plain, text: '; ver ' },
      { ...plain, text: 'o acervo', href: 'https://example.com' },
      { ...plain, text: '.' },
    ],
  },
  {
    runs: [
      { ...plain, text: 'O segundo caderno se perdeu na ' },
      { ...plain, text: 'cheia', strong: true },
    ],
  },
]

const sheets = partsOf({
  'Anotações e lugares do livro': {
    Anotações: contentsOf(book(listed), marksText.annotations),
    'Nenhuma anotação': contentsOf(book({ items: signal([]) }), marksText.annotations),
    'Anotação apagada': contentsOf(book({ ...listed, notices: removed }), marksText.annotations),
    'Lugares em que esteve': contentsOf(book(listed), placesText.link),
    'Posição no livro': contentsOf(book(listed), `${readerText.part}${readerText.percent(0.27)}`),
    'Páginas impressas': contentsOf(book(listed), `${readerText.printedPages}68`),
  },
  'Folhas do leitor': {
    Aparência: appearanceOf(book()),
    'Aparência com espaços ajustados': appearanceOf(adjusted),
    'Aparência de páginas fixas': appearanceOf(fixed),
    Sumário: contentsOf(book(listed)),
    'Sumário de um livro sem índice': contentsOf(
      book({ items: signal([]) }, undefined, { map: signal(mapBook({ ...manifest, toc: [], pageList: [] })) }),
    ),
    'Busca no livro': searchOf(async () => hits),
    'Busca sem resultado': searchOf(async () => nothing),
    'Livro sem índice': searchOf(async () => ({ ...nothing, isIndexed: false })),
    'Busca sem conexão': searchOf(() => Promise.reject(new UnreachableError('offline'))),
    'Busca a caminho': searchOf(() => new Promise(() => {})),
    Definição: definitionOf({ entries: [farol, { ...farol, definition: 'Lanterna.' }] }),
    'Definição a caminho': definitionOf(),
    'Sem definição': definitionOf({ entries: [] }),
    'Sem definição no app': definitionOf({ entries: [] }, () => showToast('Perguntar ao app')),
    'Definição que falhou': definitionOf(500),
    'Nota de rodapé': sheetOf(({ open }) => (
      <FootnoteSheet reader={book({}, undefined, { note: signal(open ? FOOTNOTE : undefined) })} />
    )),
    'Nota nova': noteOf(highlight),
    'Nota escrita': noteOf(noted),
    ...Object.fromEntries(Object.entries(pictures).map(([name, picture]) => [name, pictureOf(picture)])),
  },
})

/** The components of the reader and the notebook, each in every state. */
export const readerParts: Record<string, () => ComponentChildren> = {
  'Marcas na página': () =>
    pages.map(([theme, name, open]) => (
      <div key={name} class="reader" data-theme={theme} style={readerColours(palettes[theme])}>
        <div class="gallery__wide gallery__page">
          <p>{name}</p>
          <MarksLayer reader={open()} onSearch={() => {}} />
        </div>
      </div>
    )),
  'Convite para ouvir junto': () => (
    <div class="gallery__under">
      <ReadAlongBar reader={book()} />
    </div>
  ),
  'Régua de leitura': () => (
    <div class="gallery__wide gallery__page" style={readerColours(palettes.sepia)}>
      <p>O farol não guia ninguém:</p>
      <p>diz apenas onde fica a pedra.</p>
      <p>E a pedra, que nunca viu o mar,</p>
      <p>guardava o nome de quem passou.</p>
      <ReadingRuler reader={book()} />
    </div>
  ),
  Anotações: () => (
    <ol class="gallery__wide notebook notebook__cards stack">
      {cards.map(({ name, annotation, conflict }) => (
        <AnnotationCard
          key={name}
          annotation={annotation}
          publication={{ id: 'pub_1', type: 'ebook', language: 'pt-BR', isAvailable: true }}
          marks={notebook(conflict && { id: annotation.id, change: annotation, conflict: { annotation: conflict } })}
          showsChapter
          onEdit={() => showToast('Editar')}
        />
      ))}
      <AnnotationCard
        annotation={{
          ...highlight,
          color: null,
          start: 65_000,
          end: 98_000,
          locator: { href: 'a.mp3', locations: {} },
        }}
        publication={{ id: 'pub_2', type: 'audiobook', language: 'pt-BR', isAvailable: false }}
        marks={notebook()}
        onEdit={() => showToast('Editar')}
      />
    </ol>
  ),
  'Paleta do leitor': () => (
    <div class="gallery__wide">
      <Segmented
        label="Paleta"
        options={(['light', 'sepia', 'dark', 'black'] as const).map((value) => ({ value, label: value }))}
        value={look.theme.value}
        onChange={(theme) => look.set({ theme })}
      />
    </div>
  ),
  ...sheets,
}

function notebook(conflict?: object | null) {
  return withActions<Parameters<typeof AnnotationCard>[0]['marks']>({
    conflicts: signal(conflict ? [conflict] : []),
    isRefused: () => false,
  })
}

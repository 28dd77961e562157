import { isOnline } from '@estante/client/online.ts'
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { App } from '../play/app.tsx'
import { view } from '../play/bridge/bridge.ts'
import { Player } from '../play/player/player-screen.tsx'
import { ReaderView } from '../play/reader/reader-screen.tsx'
import { LazyScreen } from '../play/shell/lazy-screen.tsx'
import { audiobook, audiobookDetail, ebook, ebookDetail, ending, finished, place } from './gallery-books.ts'
import { asleep, recording } from './gallery-play.tsx'
import { book, bookmark, look } from './gallery-reader.tsx'
import { branded } from './gallery-screens.tsx'
import { partsOf, type State, stateOf } from './gallery-states.tsx'

const around = {
  '/annotations': { items: [] },
  '/ending': ending,
  '/home': { featured: null, continue: [audiobook], queue: [], newest: [ebook, finished] },
}
const closable = () => {
  view.closable = true
}
const goOffline = () => {
  isOnline.value = false
}

/** A state by the fields in which it differs. */
function statesOf(
  states: Record<string, object>,
  draw: (differences: object) => ComponentChildren,
): Record<string, State> {
  return Object.fromEntries(
    Object.entries(states).map(([name, differences]) => [
      name,
      { Drawn: () => draw(differences), answers: around, ...(name in beginnings && { begin: beginnings[name]! }) },
    ]),
  )
}
const beginnings: Record<string, () => void> = { 'No app de um parceiro': closable, 'Página sem conexão': goOffline }

const problems = ['offline', 'failed', 'gone']
const opening = { publication: signal(undefined), isReady: signal(false) }
const player = {
  Abrindo: opening,
  Pausado: {},
  Tocando: { isPlaying: signal(true) },
  'Esperando o som': { isPlaying: signal(true), isWaiting: signal(true) },
  'Sem som há muito tempo': { isPlaying: signal(true), isWaiting: signal(true), isWaitingLong: signal(true) },
  'Sem som ainda': { isReady: signal(false), time: signal(0) },
  'Sem capítulos nem e-book': {
    publication: signal({ ...audiobookDetail, narrator: null, otherForm: null }),
    chapters: signal([{ title: '', start: 0, end: 5_400 }]),
    remote: { isAvailable: signal(false) },
  },
  'Timer ligado': { isPlaying: signal(true), sleep: asleep({ choice: { minutes: 15 }, remaining: 640, began: 120 }) },
  'Voltar depois de um salto': { jumpedFrom: signal(95) },
  'Em outro aparelho': { remote: { isAvailable: signal(true), isConnected: signal(true) } },
  'Outro aparelho foi adiante': { question: signal(place) },
  'No app de um parceiro': {},
  Terminado: { isFinished: signal(true), time: signal(5_400) },
  'Fim do audiolivro': { hasEnded: signal(true), isFinished: signal(true) },
  ...Object.fromEntries(problems.map((problem) => [`Parou: ${problem}`, { problem: signal(problem) }])),
  ...Object.fromEntries(problems.map((problem) => [`Não abriu: ${problem}`, { ...opening, problem: signal(problem) }])),
}

const page = (element: HTMLDivElement | null) => {
  const text = document.createElement('p')
  text.textContent = 'O farol não guia ninguém: diz apenas onde fica a pedra. '.repeat(9)
  text.className = 'gallery__text'
  element?.replaceChildren(text)
}
const unopened = { position: signal(undefined), map: signal(undefined), publication: signal(undefined) }
const measures = Object.fromEntries(
  (['book', 'pages', 'none'] as const).map((measure) => [
    `Pé: ${measure}`,
    { pace: { left: signal({ inEntry: 6, inBook: 194 }), measure: signal(measure) } },
  ]),
)
const reader = {
  Abrindo: unopened,
  Lendo: { areToolsVisible: signal(false) },
  'Com a barra': {},
  'Com áudio do mesmo livro': { publication: signal({ ...ebookDetail, otherForm: audiobook }) },
  'No app de um parceiro': { publication: signal({ ...ebookDetail, otherForm: audiobook }) },
  ...measures,
  'Página sem conexão': {},
  'Página marcada': { marks: { ...book().marks, bookmarks: signal([bookmark]) } },
  'Depois de um salto': { history: signal([{}]) },
  'Outro aparelho foi adiante': { question: signal(place) },
  'Esperando um capítulo': { isBusy: signal(true) },
  'Com régua': {
    areToolsVisible: signal(false),
    look: { ...look, appearance: signal({ ...look.appearance.peek(), ruler: 'on' }) },
  },
  'Da direita para a esquerda': {
    manifest: signal({ metadata: { language: ['ar'], readingProgression: 'rtl' }, readingOrder: [] }),
  },
  'Fim do livro': { isAtEnd: signal(true) },
  ...Object.fromEntries(problems.map((problem) => [`Parou: ${problem}`, { problem: signal(problem) }])),
}

const never = () => new Promise<never>(() => {})
const failing = () => Promise.reject(new Error('the code did not come'))
const Whole = () => <App onRetry={() => {}} />

/** Whole screens of the embedded application, each in every state. */
export const wholeParts = partsOf(
  {
    'O aplicativo': {
      Início: stateOf(Whole, around),
      'Sem conexão': { Drawn: Whole, answers: around, begin: goOffline },
      'No app de um parceiro': { Drawn: Whole, answers: around, begin: closable },
      'Com a marca do parceiro': { Drawn: Whole, answers: around, begin: branded },
      'Tela a caminho': stateOf(() => <LazyScreen load={never} hasBack onDrawn={() => {}} />),
      'Tela que não veio': stateOf(() => <LazyScreen load={failing} hasBack onDrawn={() => {}} />),
    },
    Tocador: statesOf(player, (differences) => <Player playback={recording(differences)} />),
    Leitor: statesOf(reader, (differences) => <ReaderView reader={book({}, undefined, differences)} pages={page} />),
  },
  'whole',
)

import type { Locator } from '@estante/contract/locator.ts'
import type { Accessibility } from '@estante/contract/manifest.ts'
import { signal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { Feature } from '../play/home/feature.tsx'
import { SaveButton, SaveIconButton } from '../play/library/save-button.tsx'
import { PlaceQuestion } from '../play/places/place-question.tsx'
import { clockTime } from '../play/places/times.ts'
import { ChaptersSheet } from '../play/player/chapters-sheet.tsx'
import { MarksSheet } from '../play/player/marks-sheet.tsx'
import { Strip } from '../play/player/mini-player.tsx'
import { Notices } from '../play/player/notices.tsx'
import { PlayButton } from '../play/player/play-button.tsx'
import type { Playback } from '../play/player/playback.ts'
import { PocketLock } from '../play/player/pocket-lock.tsx'
import { Scrubber } from '../play/player/scrubber.tsx'
import { SkipButton } from '../play/player/skip-button.tsx'
import { SleepSheet } from '../play/player/sleep/sleep-sheet.tsx'
import { SpeedSheet } from '../play/player/speed-sheet.tsx'
import type { UpNext } from '../play/player/up-next.ts'
import { BookRow, BookRowsSkeleton } from '../play/publication/book-row.tsx'
import { BookShelf } from '../play/publication/book-shelf.tsx'
import { ProgressBar } from '../play/publication/progress-bar.tsx'
import { palettes, readerColours, type Theme } from '../play/reader/appearance/appearance.ts'
import { ReadAlongOptions } from '../play/reader/read-along/read-along-bar.tsx'
import { text as alongText } from '../play/reader/read-along/text.ts'
import { VoiceBar } from '../play/reader/read-along/voice-bar.tsx'
import { text as aloudText } from '../play/reader/read-aloud/text.ts'
import { startRouter } from '../play/router.ts'
import { AccessibilityPart } from '../play/title/accessibility-part.tsx'
import { Forms } from '../play/title/forms.tsx'
import { SoundControls } from '../play/title/sample.tsx'
import { audiobook, audiobookDetail, ebook, finished, place, unbegun } from './gallery-books.ts'
import { openSheet, partsOf, stateOf, withActions } from './gallery-states.tsx'
import { showToast } from './toast/toast-queue.ts'
import '../play/player/player-screen.css'
import '../play/title/title-screen.css'

const CHAPTERS = [
  { title: 'A casa branca', start: 0, end: 760 },
  { title: 'O que a chuva sabia', start: 760, end: 1500, depth: 1 },
  { title: '', start: 1500, end: 2040, depth: 1 },
  { title: 'De como a cidade inteira parou para ouvir o sino rachado da matriz', start: 2040, end: 5400, depth: 0 },
]

/** Creates a playback for the components that show one, at a second of its first chapter. */
export function recording(state: object = {}): Playback {
  return withActions({
    id: 'pub_2',
    describe: ({ title = '', locations }: Locator) => ({ title, detail: clockTime(locations.time ?? 0) }),
    isPlaying: signal(false),
    isWaiting: signal(false),
    isWaitingLong: signal(false),
    isReady: signal(true),
    isFinished: signal(false),
    problem: signal(undefined),
    time: signal(320),
    duration: signal(5400),
    chapter: signal(CHAPTERS[0]),
    chapters: signal(CHAPTERS),
    chapterIndex: signal(0),
    publication: signal(audiobookDetail),
    canBoost: () => true,
    speed: signal(1),
    jumpedFrom: signal(undefined),
    skipBack: signal(15),
    skipForward: signal(30),
    hasEnded: signal(false),
    question: signal(undefined),
    remote: withActions({ isAvailable: signal(true), isConnected: signal(false) }),
    manifest: signal(undefined),
    sleep: asleep({}),
    ...state,
  })
}

/** A sleep timer. */
export function asleep({
  choice,
  remaining,
  began,
  canFade = true,
}: {
  choice?: object
  remaining?: number
  began?: number
  canFade?: boolean
}) {
  return withActions<Playback['sleep']>({
    choice: signal(choice),
    remaining: signal(remaining),
    began: signal(began),
    canFade,
  })
}

const titles = [ebook, audiobook, finished]

function voiceOf(state: object) {
  return withActions<Parameters<typeof VoiceBar>[0]['voice']>({
    isPlaying: signal(true),
    isFollowing: signal(true),
    hasFailed: signal(false),
    speed: signal(1.25),
    speeds: [1, 1.25, 1.5],
    ...state,
  })
}
const sleepLeft = signal<'chapter' | number | undefined>(840)
const along = withActions<Parameters<typeof ReadAlongOptions>[0]['along']>({
  sleep: { remaining: sleepLeft, set: (left: 'chapter' | number | undefined) => (sleepLeft.value = left) },
  skips: signal(true),
  canLevel: signal(true),
})
const voices: [Theme, object][] = [
  ['light', {}],
  ['light', { isWaiting: signal(true) }],
  ['light', { isWaiting: signal(true), isWaitingLong: signal(true) }],
  ['sepia', { isPlaying: signal(false) }],
  ['dark', { isFollowing: signal(false) }],
  ['black', { hasFailed: signal(true), isPlaying: signal(false) }],
]

const coming = withActions<UpNext>({ title: signal('Sal'), secondsLeft: signal(7) })

const placeConflict = {
  question: signal(place),
  onGo: () => showToast('Ir para lá'),
  onStay: () => showToast('Ficar aqui'),
}

// Sheets put an entry in the history.
startRouter(window)

const clip = {
  id: 'm1',
  note: 'A voz do relógio aqui é ótima.',
  start: 120_000,
  end: 131_000,
  locator: { href: 'a.mp3', title: 'O homem com pressa', locations: { time: 120 } },
}
const changedElsewhere = {
  id: clip.id,
  change: clip,
  conflict: { annotation: { ...clip, note: 'O relógio, de novo.' } },
}
const Speed = ({ state, ...sheet }: Sheet) => <SpeedSheet playback={recording(state)} {...sheet} />
const Sleep = ({ state, ...sheet }: Sheet) => <SleepSheet playback={recording(state)} {...sheet} />
const unmeasured = { publication: signal({ ...audiobookDetail, sound: null }), canBoost: () => false }
const playerSheets = {
  Velocidade: (sheet) => <Speed state={{ speed: signal(1.5) }} {...sheet} />,
  'Velocidade sem medidas do som': (sheet) => <Speed state={unmeasured} {...sheet} />,
  Capítulos: (sheet) => <ChaptersSheet playback={recording({ isPlaying: signal(true) })} {...sheet} />,
  Timer: (sheet) => <Sleep {...sheet} />,
  'Timer sem volume': (sheet) => (
    <Sleep state={{ chapterIndex: signal(3), sleep: asleep({ canFade: false }) }} {...sheet} />
  ),
  'Timer até o fim do capítulo': (sheet) => (
    <Sleep state={{ sleep: asleep({ choice: { endOfChapter: 'this' }, remaining: 440 }) }} {...sheet} />
  ),
  'Timer ligado': (sheet) => (
    <Sleep state={{ sleep: asleep({ choice: { minutes: 15 }, remaining: 640, began: 120 }) }} {...sheet} />
  ),
  Marcadores: (sheet) => <Marks items={[clip, { ...clip, id: 'm2', note: null, end: clip.start }]} {...sheet} />,
  'Nenhum marcador': (sheet) => <Marks items={[]} {...sheet} />,
  'Marcador em conflito': (sheet) => <Marks items={[clip]} conflicts={[changedElsewhere]} {...sheet} />,
  'Nota de um trecho': (sheet) => <Marks items={[clip]} edited={clip.id} {...sheet} />,
  'Trava de bolso': ({ open, onClose }) => <PocketLock playback={recording()} open={open} onUnlock={onClose} />,
} satisfies Record<string, Parameters<typeof openSheet>[0]>

type Sheet = { state?: object; open: boolean; onClose: () => void }

interface MarksProps {
  items: object[]
  conflicts?: object[]
  edited?: string
  open: boolean
  onClose: () => void
}

function Marks({ items, conflicts = [], edited, open, onClose }: MarksProps) {
  const marks = withActions<Parameters<typeof MarksSheet>[0]['marks']>({
    items: signal(items),
    conflicts: signal(conflicts),
    isRefused: (id: string) => id === 'm2',
  })
  const manifest = signal({ metadata: { duration: 5400 }, readingOrder: [{ href: 'audio.m4a', type: 'audio/mp4' }] })
  return (
    <MarksSheet
      playback={recording({ manifest })}
      marks={marks}
      open={open}
      edited={edited}
      onEdit={() => showToast('Editar')}
      onSaved={onClose}
      onClose={onClose}
    />
  )
}

const declared: ['reflowable' | 'fixed' | null, Accessibility | null][] = [
  [null, null],
  ['fixed', { feature: ['readingOrder'], accessModeSufficient: [['visual']], hazard: ['flashing'] }],
  [
    'reflowable',
    {
      summary: 'Todas as imagens têm descrição; as tabelas são lidas linha a linha.',
      conformsTo: ['https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa'],
      certification: { certifiedBy: 'Livro Aberto', date: '2024-05-02' },
      feature: ['alternativeText', 'tableOfContents', 'pageNavigation', 'synchronizedAudioText'],
      accessModeSufficient: [['textual']],
      hazard: ['none'],
    },
  ],
]

/** The components of the embedded application alone, each in every state. */
export const playParts: Record<string, () => ComponentChildren> = {
  'Botões do tocador': () => (
    <div class="gallery__wide player">
      <div class="gallery__row">
        <PlayButton playback={recording()} size="large" />
        <PlayButton playback={recording({ isPlaying: signal(true) })} size="large" />
        <PlayButton playback={recording({ isWaiting: signal(true) })} size="large" />
        <PlayButton playback={recording({ isReady: signal(false) })} size="large" />
        <PlayButton playback={recording()} size="small" />
        <PlayButton playback={recording({ isWaiting: signal(true) })} size="small" />
        <SkipButton seconds={-15} onClick={() => showToast('−15 s')} />
        <SkipButton seconds={30} onClick={() => showToast('+30 s')} />
        <SkipButton seconds={30} disabled onClick={() => {}} />
      </div>
    </div>
  ),
  'Posição na gravação': () => (
    <div class="gallery__wide player">
      <Scrubber playback={recording()} marks={[]} />
      <Scrubber playback={recording({ speed: signal(1.5), sleep: asleep({ began: 120 }) })} marks={[60, 480, 700]} />
      <Scrubber playback={recording({ chapter: signal(undefined), chapters: signal([]) })} marks={[]} />
      <Scrubber playback={recording({ isReady: signal(false), time: signal(0) })} marks={[]} />
    </div>
  ),
  'Recados do tocador': () => (
    <>
      <div class="gallery__under">
        <Notices
          playback={recording({ jumpedFrom: signal(95), sleep: asleep({ choice: {}, remaining: 40 }) })}
          markedAt={320}
          hasConflict={false}
          onNote={() => showToast('Anotar')}
          onAnswer={() => {}}
        />
      </div>
      <div class="gallery__under">
        <Notices
          playback={recording({ isWaitingLong: signal(true), sleep: asleep({ began: 120 }) })}
          markedAt={undefined}
          hasConflict
          onNote={() => {}}
          onAnswer={() => showToast('Ver')}
        />
      </div>
    </>
  ),
  'Voz que lê a página': () =>
    voices.map(([theme, state], index) => (
      <div key={index} class="gallery__wide" style={readerColours(palettes[theme])}>
        <VoiceBar
          voice={voiceOf(state)}
          title={alongText.optionsTitle}
          help={alongText.help}
          failed={theme === 'black' ? aloudText.failed : alongText.failed}
          onStop={() => showToast('Parar de ouvir')}
        >
          <ReadAlongOptions along={along} />
        </VoiceBar>
      </div>
    )),
  'Amostra de uma gravação': () =>
    (['idle', 'loading', 'playing', 'paused', 'over', 'failed'] as const).map((state, index) => (
      <div key={state} class="gallery__wide">
        <SoundControls
          sample={{
            state: signal(state),
            progress: signal([0, 0, 0.4, 0.4, 1, 0][index]!),
            toggle: () => showToast('Amostra'),
          }}
        />
      </div>
    )),
  'Tocador pequeno': () =>
    [
      { isPlaying: signal(true) },
      { isWaiting: signal(true) },
      { isPlaying: signal(true), isWaiting: signal(true), isWaitingLong: signal(true) },
      { problem: signal('offline') },
      { problem: signal('failed') },
      { isFinished: signal(true) },
      { chapter: signal(undefined), chapterIndex: signal(2) },
      { coming },
    ].map((state, index) => (
      <div key={index} class="gallery__wide">
        <Strip playback={recording(state)} coming={'coming' in state ? coming : undefined} />
      </div>
    )),
  'Salvar um título': () =>
    [audiobook, ebook].map((one) => (
      <Fragment key={one.id}>
        <SaveButton publication={one} />
        <SaveIconButton publication={one} />
      </Fragment>
    )),
  ...partsOf({
    'Folhas do tocador': Object.fromEntries(
      Object.entries(playerSheets).map(([name, draw]) => [name, stateOf(openSheet(draw))]),
    ),
  }),
  'Destaque do início': () => (
    <>
      <div class="gallery__wide">
        <Feature publication={audiobook} heading="Continue de onde parou" />
      </div>
      <div class="gallery__wide">
        <Feature publication={ebook} heading="Escolha da semana" />
      </div>
    </>
  ),
  Acessibilidade: () => (
    <>
      {declared.map(([layout, accessibility]) => (
        <div key={layout} class="gallery__wide">
          <AccessibilityPart
            hasAudiobook={layout === 'fixed'}
            accessibility={accessibility}
            layout={layout}
            language="pt-BR"
          />
        </div>
      ))}
    </>
  ),
  'Outro aparelho': () => <PlaceQuestion {...placeConflict} describe={({ title }) => `em “${title}”`} />,
  Títulos: () => <BookShelf title="Continuar" publications={titles} />,
  'Títulos de uma série': () => (
    <BookShelf title="Da mesma série" publications={titles.map((one, at) => ({ ...one, seriesNumber: at + 1 }))} />
  ),
  'Títulos em lista': () => (
    <div class="gallery__wide">
      {titles.map((one) => (
        <BookRow key={one.id} publication={one} href="#" />
      ))}
      <BookRowsSkeleton />
    </div>
  ),
  'Formas de uma obra': () => (
    <>
      {[
        { ...audiobook, otherForm: ebook },
        { ...finished, otherForm: unbegun },
      ].map((work) => (
        <div key={work.id} class="gallery__wide">
          <Forms publication={work} />
        </div>
      ))}
    </>
  ),
  'Quanto se leu': () =>
    [0, 0.4, 1].map((share) => (
      <div key={share} class="gallery__wide">
        <ProgressBar share={share} />
      </div>
    )),
}

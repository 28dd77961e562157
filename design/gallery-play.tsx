import type { Locator } from '@estante/contract/locator.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { signal } from '@preact/signals'
import { type ComponentChildren, Fragment } from 'preact'
import { EndingPart } from '../play/ending/ending-part.tsx'
import { endingOf } from '../play/ending/endings.ts'
import { Feature } from '../play/home/feature.tsx'
import { SaveButton, SaveIconButton } from '../play/library/save-button.tsx'
import { PlaceQuestion } from '../play/places/place-question.tsx'
import { clockTime } from '../play/places/times.ts'
import { BookmarkIcon } from '../play/player/bookmark-icon.tsx'
import { ChaptersSheet } from '../play/player/chapters-sheet.tsx'
import { MarksSheet } from '../play/player/marks-sheet.tsx'
import { Strip } from '../play/player/mini-player.tsx'
import { Notices } from '../play/player/notices.tsx'
import { PlayButton } from '../play/player/play-button.tsx'
import type { Playback } from '../play/player/playback.ts'
import { PocketLock } from '../play/player/pocket-lock.tsx'
import { Scrubber } from '../play/player/scrubber.tsx'
import { SkipButton } from '../play/player/skip-button.tsx'
import { SleepSheet } from '../play/player/sleep-sheet.tsx'
import { SpeedSheet } from '../play/player/speed-sheet.tsx'
import { BookRow, BookRowSkeleton } from '../play/publication/book-row.tsx'
import { BookShelf } from '../play/publication/book-shelf.tsx'
import { ProgressBar } from '../play/publication/progress-bar.tsx'
import { palettes, readerColours, type Theme } from '../play/reader/appearance.ts'
import { VoiceBar } from '../play/reader/read-along/voice-bar.tsx'
import { startRouter } from '../play/router.ts'
import { AccessibilityPart } from '../play/title/accessibility-part.tsx'
import { Forms } from '../play/title/forms.tsx'
import { Button } from './button/button.tsx'
import { showToast } from './toast/toast-queue.ts'
import '../play/player/player-screen.css'
import '../play/title/title-screen.css'

const CHAPTERS = [
  { title: 'A casa branca', start: 0, end: 760 },
  { title: 'O que a chuva sabia', start: 760, end: 1500 },
]

/** What the components read of a recording, at a second of its first chapter. */
function recording(state: object = {}): Playback {
  return {
    id: 'pub_2',
    describe: ({ title = '', locations }: Locator) => ({ title, detail: clockTime(locations.time ?? 0) }),
    isPlaying: signal(false),
    isWaiting: signal(false),
    isReady: signal(true),
    isFinished: signal(false),
    problem: signal(undefined),
    time: signal(320),
    duration: signal(1500),
    chapter: signal(CHAPTERS[0]),
    chapters: signal(CHAPTERS),
    chapterIndex: signal(0),
    publication: signal({ ...audiobook, sound: { hasSilences: true, loudness: -18 } }),
    canBoost: () => true,
    setSpeed: (speed: number) => showToast(String(speed)),
    speed: signal(1),
    jumpedFrom: signal(undefined),
    skipBack: signal(15),
    back: () => showToast('−15 s'),
    sleep: asleep({}),
    toggle: () => showToast('Reproduzir ou pausar'),
    seek: (second: number) => showToast(`Ir para ${Math.round(second)} s`),
    undoJump: () => showToast('Voltar'),
    ...state,
  } as unknown as Playback
}

function asleep({ choice, remaining, began }: { choice?: object; remaining?: number; began?: number }) {
  return {
    choice: signal(choice),
    remaining: signal(remaining),
    began: signal(began),
    canFade: true,
    set: () => showToast('Timer'),
    cancel: () => showToast('Cancelar'),
    extend: () => showToast('Mais 5 minutos'),
    backToBegin: () => showToast('Voltar para lá'),
  }
}

const progress = {
  locator: { href: 'c3.xhtml', type: 'application/xhtml+xml', title: 'A noite do norte', locations: {} },
  totalProgression: 0.4,
  updatedAt: '2026-11-21T05:00:00Z',
  finishedAt: null,
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
  progress: { ...progress, finishedAt: progress.updatedAt },
  otherForm: audiobook,
}
const titles = [ebook, audiobook, finished]

const voice = {
  isPlaying: signal(true),
  isFollowing: signal(true),
  hasFailed: signal(false),
  speed: signal(1.25),
  speeds: [1, 1.25, 1.5],
  play: () => showToast('Ouvir'),
  toggle: () => showToast('Ouvir ou pausar'),
  step: (by: number) => showToast(by > 0 ? 'Próxima frase' : 'Frase anterior'),
  follow: () => showToast('Ir para a voz'),
  choose: () => {},
}
const voices: [Theme, typeof voice][] = [
  ['light', voice],
  ['sepia', { ...voice, isPlaying: signal(false) }],
  ['dark', { ...voice, isFollowing: signal(false) }],
  ['black', { ...voice, hasFailed: signal(true), isPlaying: signal(false) }],
]

const keeper = {
  question: signal({ ...progress, revision: 1, viewId: null, device: 'iphone' as const, secondsAgo: 3_600 }),
  goThere: () => showToast('Ir para lá'),
  stayHere: () => showToast('Ficar aqui'),
}

// Sheets put an entry in the history.
startRouter(window)

const openSheet = signal<string>()
const closeSheet = () => {
  openSheet.value = undefined
}
const clip = {
  id: 'm1',
  note: 'A voz do relógio aqui é ótima.',
  start: 120_000,
  end: 131_000,
  locator: { href: 'a.mp3', title: 'O homem com pressa', locations: { time: 120 } },
}
const playerSheets: Record<string, (state: { open: boolean }) => ComponentChildren> = {
  Velocidade: ({ open }) => (
    <SpeedSheet playback={recording({ speed: signal(1.5) })} open={open} onClose={closeSheet} />
  ),
  Capítulos: ({ open }) => (
    <ChaptersSheet playback={recording({ isPlaying: signal(true) })} open={open} onClose={closeSheet} />
  ),
  Timer: ({ open }) => <SleepSheet playback={recording()} open={open} onClose={closeSheet} />,
  'Timer ligado': ({ open }) => (
    <SleepSheet
      playback={recording({ sleep: asleep({ choice: { minutes: 15 }, remaining: 640, began: 120 }) })}
      open={open}
      onClose={closeSheet}
    />
  ),
  Marcadores: ({ open }) => <Marks items={[clip, { ...clip, id: 'm2', note: null, end: clip.start }]} open={open} />,
  'Nenhum marcador': ({ open }) => <Marks items={[]} open={open} />,
  'Marcador em conflito': ({ open }) => <Marks items={[clip]} conflicts={[clip]} open={open} />,
  'Nota de um trecho': ({ open }) => <Marks items={[clip]} edited={clip.id} open={open} />,
  'Trava de bolso': ({ open }) => <PocketLock playback={recording()} open={open} onUnlock={closeSheet} />,
}

function Marks({
  items,
  conflicts = [],
  edited,
  open,
}: {
  items: object[]
  conflicts?: object[]
  edited?: string
  open: boolean
}) {
  const marks = { items: signal(items), conflicts: signal(conflicts), resolve: showToast, remove: () => {} }
  return (
    <MarksSheet
      playback={recording()}
      marks={marks as unknown as Parameters<typeof MarksSheet>[0]['marks']}
      open={open}
      edited={edited}
      onEdit={() => showToast('Editar')}
      onSaved={closeSheet}
      onClose={closeSheet}
    />
  )
}

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
        <SkipButton label="Voltar 15 segundos" seconds={-15} onClick={() => showToast('−15 s')} />
        <SkipButton label="Avançar 30 segundos" seconds={30} onClick={() => showToast('+30 s')} />
        <SkipButton label="Indisponível" seconds={30} disabled onClick={() => {}} />
        <BookmarkIcon />
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
          onNote={() => showToast('Anotar')}
        />
      </div>
      <div class="gallery__under">
        <Notices playback={recording({ sleep: asleep({ began: 120 }) })} markedAt={undefined} onNote={() => {}} />
      </div>
    </>
  ),
  'Voz que lê a página': () =>
    voices.map(([theme, one]) => (
      <div key={theme} class="gallery__wide" style={readerColours(palettes[theme])}>
        <VoiceBar
          voice={one}
          title="Ouvir junto"
          help="Toque numa frase para ouvir a partir dela."
          failed="A narração não carregou."
          onStop={() => showToast('Parar de ouvir')}
        />
      </div>
    )),
  'Tocador pequeno': () =>
    [
      { isPlaying: signal(true) },
      { isWaiting: signal(true) },
      { problem: signal('offline') },
      { isFinished: signal(true) },
    ].map((state, index) => (
      <div key={index} class="gallery__wide">
        <Strip playback={recording(state)} />
      </div>
    )),
  'Salvar um título': () =>
    [audiobook, ebook].map((one) => (
      <Fragment key={one.id}>
        <SaveButton publication={one} />
        <SaveIconButton publication={one} />
      </Fragment>
    )),
  'Folhas do tocador': () => (
    <>
      {Object.keys(playerSheets).map((name) => (
        <Button key={name} variant="soft" onClick={() => (openSheet.value = name)}>
          {name}
        </Button>
      ))}
      {Object.entries(playerSheets).map(([name, Drawn]) => (
        <Drawn key={name} open={openSheet.value === name} />
      ))}
    </>
  ),
  'Fim de um título': () => {
    endingOf(audiobook.id).put({
      activeSeconds: 18_300,
      queued: null,
      inSeries: ebook,
      sameAuthor: [],
      others: [finished, audiobook],
    })
    return (
      <div class="gallery__wide">
        <EndingPart
          publication={audiobook}
          countdown={{ secondsLeft: 7, start: () => showToast('Ouvir agora'), cancel: () => showToast('Cancelar') }}
          onAgain={() => showToast('Ouvir de novo')}
          onBack={() => showToast('Voltar')}
        />
      </div>
    )
  },
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
    <div class="gallery__wide">
      <AccessibilityPart accessibility={null} layout="reflowable" language="pt-BR" />
    </div>
  ),
  'Outro aparelho': () => <PlaceQuestion keeper={keeper} describe={({ title }) => `em “${title}”`} />,
  Títulos: () => <BookShelf title="Continuar" publications={titles} />,
  'Títulos em lista': () => (
    <div class="gallery__wide">
      {titles.map((one) => (
        <BookRow key={one.id} publication={one} href="#" />
      ))}
      <BookRowSkeleton />
    </div>
  ),
  'Formas de uma obra': () => (
    <div class="gallery__wide">
      <Forms publication={{ ...audiobook, otherForm: ebook }} />
    </div>
  ),
  'Quanto se leu': () =>
    [0, 0.4, 1].map((share) => (
      <div key={share} class="gallery__wide">
        <ProgressBar share={share} />
      </div>
    )),
}

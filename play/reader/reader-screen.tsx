import { isOnline } from '@estante/client/online.ts'
import type { Locator } from '@estante/contract/locator.ts'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import {
  BackIcon,
  DownIcon,
  ForwardIcon,
  HeadphonesIcon,
  ListIcon,
  OfflineIcon,
  SearchIcon,
  TextIcon,
} from '@estante/design/icons/icons.tsx'
import { RibbonFilledIcon, RibbonIcon } from '@estante/design/icons/title-icons.tsx'
import { nextTask } from '@estante/design/next-task.ts'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { type Signal, useSignal } from '@preact/signals'
import type { Ref } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isEmbedded } from '../bridge/bridge.ts'
import { CloseButton } from '../bridge/close-button.tsx'
import { EndingPart } from '../ending/ending-part.tsx'
import { OpeningProblemState } from '../open-publication-problem.tsx'
import { isOpeningOtherForm } from '../places/other-form.ts'
import { PlaceQuestion } from '../places/place-question.tsx'
import { text as placesText } from '../places/text.ts'
import { LazyMiniPlayer } from '../player/lazy-mini-player.tsx'
import { langOf, publicationPath } from '../publication/publication.ts'
import { goBack } from '../router.ts'
import { setPageTitle } from '../shell/set-page-title.ts'
import { readerColours } from './appearance/appearance.ts'
import { MarksNotice } from './marks/marks-notice.tsx'
import { text as marksText } from './marks/marks-text.ts'
import { frameDrawn } from './navigator/frame-drawn.ts'
import { type Intent, keyIntent } from './navigator/gestures.ts'
import type { Position } from './navigator/position.ts'
import { availableMeasure } from './pace/foot-measure.ts'
import { guidedOf } from './read-along/guided.ts'
import { createReader, type Reader } from './reader.ts'
import type { SheetName } from './reader-sheets.tsx'
import { text } from './text.ts'
import './reader-screen.css'

export function ReaderScreen({ id }: { id: string }) {
  const pages = useRef<HTMLDivElement>(null)
  const [reader, setReader] = useState<Reader>()
  // Closed in a layout effect, before the page is removed: without its box the text would be laid out once more.
  useLayoutEffect(() => {
    const opened = createReader(id)
    setReader(opened)
    if (pages.current) void opened.open(pages.current)
    return opened.close
  }, [id])
  return <ReaderView reader={reader} pages={pages} />
}

/** The page in `pages`, and everything around and over it. */
export function ReaderView({ reader, pages }: { reader: Reader | undefined; pages: Ref<HTMLDivElement> }) {
  const sheet = useSignal<SheetName | undefined>(undefined)
  const palette = reader?.look.palette.value
  return (
    <div
      class="reader"
      data-theme={reader?.look.theme.value}
      data-flow={reader?.flow.value}
      style={palette && readerColours(palette)}
    >
      {reader && <Tools reader={reader} sheet={sheet} />}
      {reader && <LazyMarkButtons reader={reader} />}
      <div class="reader__pages" ref={pages} inert={reader?.isAtEnd.value ?? false} />
      {reader && <LazyRuler reader={reader} />}
      {reader && <LazySheets reader={reader} sheet={sheet} />}
      {reader && <LazyPicture reader={reader} />}
      {reader && <LazyDefinition reader={reader} />}
      {reader && <MarksNotice marks={reader.marks} />}
      {reader && <ReaderOverlays reader={reader} />}
    </div>
  )
}

/** The toolbar over the page: hidden while reading, shown by a tap in the middle or by focus. */
function Tools({ reader, sheet }: { reader: Reader; sheet: Signal<SheetName | undefined> }) {
  const publication = reader.publication.value
  const isOpen = reader.position.value !== undefined
  // After the frame that shows the tap. Not the search: iOS opens the keyboard only in the task of the tap.
  const openLater = async (name: SheetName) => {
    await nextTask()
    sheet.value = name
  }
  useEffect(() => {
    if (publication) setPageTitle(publication.title)
  }, [publication?.title])
  return (
    <header
      class="reader__tools"
      data-visible={reader.areToolsVisible.value || !isOpen || reader.problem.value !== undefined}
    >
      <IconButton label={text.leave} icon={DownIcon} onClick={() => goBack({ name: 'ebooks' })} />
      <h1 class="reader__title one-line" tabIndex={-1} lang={langOf(publication)}>
        {publication?.title}
      </h1>
      <span class="reader__tools-end">
        {publication?.otherForm && (
          <a
            class="reader__other-form centered"
            href={publicationPath(publication.otherForm)}
            onClick={(event) => {
              // Before the first page is shown it is an ordinary link.
              if (!reader.position.value) return
              event.preventDefault()
              void reader.goToOtherForm()
            }}
            aria-label={text.listenFromHere}
            title={text.listenFromHere}
            aria-busy={isOpeningOtherForm.value}
          >
            {isOpeningOtherForm.value ? <Spinner label={placesText.openingOtherForm} /> : <HeadphonesIcon />}
          </a>
        )}
        <BookmarkButton reader={reader} />
        <IconButton
          label={text.searchInBook}
          icon={SearchIcon}
          aria-haspopup="dialog"
          disabled={!reader.map.value}
          onClick={() => (sheet.value = 'search')}
        />
        <IconButton
          label={text.contents}
          icon={ListIcon}
          aria-haspopup="dialog"
          disabled={!reader.map.value}
          onClick={() => openLater('contents')}
        />
        <IconButton
          label={text.appearance}
          icon={TextIcon}
          aria-haspopup="dialog"
          onClick={() => openLater('appearance')}
        />
        <CloseButton variant="plain" />
      </span>
    </header>
  )
}

function BookmarkButton({ reader }: { reader: Reader }) {
  const isMarked = reader.marks.bookmarks.value.length > 0
  return (
    <IconButton
      label={isMarked ? marksText.unbookmark : marksText.bookmark}
      icon={isMarked ? RibbonFilledIcon : RibbonIcon}
      disabled={!reader.position.value}
      onClick={reader.marks.toggleBookmark}
    />
  )
}

function ReaderOverlays({ reader }: { reader: Reader }) {
  const position = reader.position.value
  const problem = reader.problem.value
  useKeys(reader)
  return (
    <>
      {problem ? (
        <div class="reader__over" role="alert">
          <OpeningProblemState {...text.problems[problem]} level={2} problem={problem} onRetry={reader.retry} />
        </div>
      ) : (
        (!position || reader.isBusy.value) && <Waiting over={!position} />
      )}
      {reader.isAtEnd.value && !problem && <BookEnd reader={reader} />}
      <div class="reader__strip">
        <PlaceQuestion
          question={reader.question}
          describe={describePage}
          onGo={reader.goThere}
          onStay={reader.stayHere}
        />
        <LazyMiniPlayer />
        <LazyReadAlong reader={reader} />
        <LazyReadAloud reader={reader} />
      </div>
      <Foot reader={reader} />
      <TurnedTo reader={reader} />
    </>
  )
}

function TurnedTo({ reader }: { reader: Reader }) {
  const { title, progress } = reader.turnedTo.value ?? {}
  return (
    <p class="visually-hidden" role="status">
      {title && <span lang={langOf(reader.publication.value)}>{title}</span>}
      {title && ' · '}
      {progress}
    </p>
  )
}

/** A ring over the foot of the page, or, with `over`, in place of the book. */
function Waiting({ over = false }: { over?: boolean }) {
  return (
    <div class={over ? 'reader__over' : 'reader__busy'}>
      <Spinner label={text.loading} />
    </div>
  )
}

/** Loads the sheets once the first page is drawn, and after a failure when the member opens one. */
function LazySheets({ reader, sheet }: { reader: Reader; sheet: Signal<SheetName | undefined> }) {
  const [isDrawn, setDrawn] = useState(false)
  const isOpen = reader.position.value !== undefined
  useEffect(() => {
    if (isOpen) void frameDrawn().then(() => setDrawn(true))
  }, [isOpen])
  const wanted = sheet.value ?? (isDrawn && 'ahead')
  const loaded = useModule(
    wanted,
    () => import('./reader-sheets.tsx'),
    () => {
      if (!sheet.value) return
      offerReload(reader)
      sheet.value = undefined
    },
  )
  if (loaded) return <loaded.ReaderSheets reader={reader} sheet={sheet} />
  return sheet.value ? <Waiting /> : null
}

/** Before the page: from its last link, Tab leads on to other pages. */
function LazyMarkButtons({ reader }: { reader: Reader }) {
  const isMarked = reader.marks.highlights.value.length > 0
  const loaded = usePart(reader, isMarked, () => import('./reader-sheets.tsx'))
  return loaded ? <loaded.MarkButtons reader={reader} /> : null
}

/** Loads the code of the narration only for books with audio. */
function LazyReadAlong({ reader }: { reader: Reader }) {
  const isHeard = reader.manifest.value?.readingOrder.some(guidedOf) ?? false
  const loaded = usePart(reader, isHeard, () => import('./read-along/read-along-bar.tsx'))
  return loaded && reader.position.value ? <loaded.ReadAlongBar reader={reader} /> : null
}

/** Loads the code of reading aloud when the member starts it. */
function LazyReadAloud({ reader }: { reader: Reader }) {
  const voice = reader.aloud.value
  const stop = () => {
    reader.aloud.value = undefined
  }
  const loaded = usePart(reader, voice !== undefined, () => import('./read-aloud/read-aloud-bar.tsx'), stop)
  return loaded && voice ? <loaded.ReadAloudBar reader={reader} voice={voice} /> : null
}

/** Loads the code of definitions with the first word that is looked up. */
function LazyDefinition({ reader }: { reader: Reader }) {
  const word = reader.lookup.definition.value
  const close = () => {
    reader.lookup.definition.value = undefined
  }
  const loaded = usePart(reader, word !== undefined, () => import('./definition/definition-sheet.tsx'), close)
  const onAskHost = isEmbedded() ? reader.lookup.defineByHost : undefined
  if (loaded) return <loaded.DefinitionSheet word={word} onAskHost={onAskHost} onClose={close} />
  return word ? <Waiting /> : null
}

/** Loads the code of the reading ruler only where it is turned on. */
function LazyRuler({ reader }: { reader: Reader }) {
  const isWanted = reader.look.appearance.value.ruler === 'on'
  const loaded = usePart(reader, isWanted, () => import('./ruler/reading-ruler.tsx'))
  return loaded && isWanted ? <loaded.ReadingRuler reader={reader} /> : null
}

/** Loads the code of the picture viewer with the first picture opened. */
function LazyPicture({ reader }: { reader: Reader }) {
  const picture = reader.picture.value
  const close = () => {
    reader.picture.value = undefined
  }
  const loaded = usePart(reader, picture !== undefined, () => import('./pictures/picture-viewer.tsx'), close)
  if (!picture) return null
  return loaded ? (
    <loaded.PictureViewer picture={picture} palette={reader.look.palette.value} onClose={close} />
  ) : (
    <Waiting />
  )
}

/** Loads a part of the reader once it is wanted. When it does not load, offers to reload the book and calls `close`. */
function usePart<Module extends object>(
  reader: Reader,
  wanted: unknown,
  load: () => Promise<Module>,
  close = () => {},
) {
  return useModule(wanted, load, () => {
    offerReload(reader)
    close()
  })
}

/** Tells the member that a part of the reader did not load. Online, its file may be gone, replaced by a newer one. */
function offerReload({ marks }: Reader) {
  if (!isOnline.value) return marks.showBriefly(text.problems.offline.title)
  marks.showBriefly(text.partFailed, { label: text.reload, run: () => location.reload() })
}

/** Loads a module once it is wanted, and after a failure when `wanted` next changes. */
function useModule<Module extends object>(wanted: unknown, load: () => Promise<Module>, onFailure: () => void) {
  const [module, setModule] = useState<Module>()
  useEffect(() => {
    if (wanted && !module) load().then(setModule, onFailure)
  }, [wanted])
  return module
}

function describePage({ title, locations }: Locator) {
  return title ? placesText.inChapter(title) : placesText.atPart(locations.totalProgression ?? 0)
}

/** The foot of the page: buttons that turn it, and the progress. */
function Foot({ reader }: { reader: Reader }) {
  const position = reader.position.value
  const map = reader.map.value
  const part = position?.locator.locations.totalProgression ?? 0
  const isRightToLeft = reader.manifest.value?.metadata.readingProgression === 'rtl'
  return (
    <footer class="reader__foot line" data-right-to-left={isRightToLeft}>
      <IconButton
        label={text.previous}
        icon={isRightToLeft ? ForwardIcon : BackIcon}
        disabled={!position || (position.isAtBookStart && !reader.isAtEnd.value)}
        onClick={reader.previous}
      />
      {reader.history.value.length > 0 ? (
        <button class="reader__place reader__place--back tabular" type="button" onClick={reader.goBack}>
          <span class="reader__chapter bold one-line" aria-hidden="true">
            {position?.title}
          </span>
          <span class="reader__numbers clamped">{text.goBack}</span>
        </button>
      ) : (
        <button
          class="reader__place tabular"
          type="button"
          // Its words, where there are none yet.
          aria-label={position ? undefined : text.changeFoot}
          disabled={!position}
          onClick={reader.pace.changeMeasure}
        >
          {position && map && <Place reader={reader} position={position} />}
        </button>
      )}
      <IconButton
        label={text.next}
        icon={isRightToLeft ? BackIcon : ForwardIcon}
        disabled={!position || reader.isAtEnd.value}
        onClick={reader.next}
      />
      <span class="reader__bar" style={{ '--reader-part': part }} />
    </footer>
  )
}

function Place({ reader, position }: { reader: Reader; position: Position }) {
  const left = reader.pace.left.value
  const measure = reader.isAtEnd.value ? 'none' : availableMeasure(reader.pace.measure.value, left !== undefined)
  const map = reader.map.value
  return (
    <>
      {(measure !== 'none' || !isOnline.value) && (
        <span class="reader__chapter bold one-line">
          {!isOnline.value && (
            <span class="reader__offline" aria-hidden="true">
              <OfflineIcon />
              {text.offline}
            </span>
          )}
          {measure !== 'none' && <span lang={langOf(reader.publication.value)}>{position.title}</span>}
        </span>
      )}
      <span class="reader__numbers clamped">
        {text.percent(position.locator.locations.totalProgression ?? 0)}
        {measure === 'chapter' && left && <LeftInChapter parts={text.minutesInChapter(left.inEntry)} />}
        {measure === 'chapter' && left && <span class="reader__rest"> · {text.minutesInBook(left.inBook)}</span>}
        {measure === 'book' && left && ` · ${text.minutesInBook(left.inBook)}`}
        {measure === 'pages' && <LeftInChapter parts={text.pagesLeft(position.pagesLeft)} />}
      </span>
      <span class="visually-hidden">
        {map && map.chapters.length > 1 && `${text.chapterOf(position.chapter + 1, map)}. `}
        {text.changeFoot}
      </span>
    </>
  )
}

/** Screen readers get the whole sentence; a narrow foot, whose line above names the chapter, shows the figure only. */
function LeftInChapter({ parts: [before, figure, after] }: { parts: readonly [string, string, string] }) {
  return (
    <>
      {' · '}
      <span class="reader__words">{before}</span>
      {figure}
      <span class="reader__words">{after}</span>
    </>
  )
}

/**
 * Takes the focus from the page it covers, once the sheet over it closes, and returns it when the pressed button is
 * gone.
 */
function BookEnd({ reader }: { reader: Reader }) {
  const publication = reader.publication.value
  useLayoutEffect(() => {
    const arrive = () => document.getElementById('ending-heading')?.focus({ preventScroll: true })
    const sheet = document.querySelector('dialog[open]')
    // A voice came to the end meanwhile.
    if (sheet) sheet.addEventListener('close', arrive, { once: true })
    else arrive()
    return () => void nextTask().then(() => document.activeElement === document.body && reader.focusPage())
  }, [])
  if (!publication) return null
  return (
    <div class="reader__over reader__over--ended">
      <EndingPart publication={publication} onAgain={reader.restart} onBack={reader.previous} />
    </div>
  )
}

/** Handles keys of the page, unless the focused element handles its own. */
function useKeys(reader: Reader) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target as Element
      // A click on a picture leaves the focus on the body, under the open dialog.
      if (document.querySelector('dialog[open]') || target.closest('input, select, textarea')) return
      if (event.key === ' ' && target.closest('a, button')) return
      if (reader.takeKey(event)) return event.preventDefault()
      const intent = keyIntent(event)
      if (!intent || scrollsEnding(intent)) return
      event.preventDefault()
      reader.follow(intent)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [reader])
}

/** Whether a key scrolls the screen at the end, as browsers do by themselves. At its top, a key back leads to the page. */
function scrollsEnding(intent: Intent) {
  const ending = document.querySelector('.reader__over--ended')
  return ending !== null && intent !== 'left' && intent !== 'right' && (intent !== 'back' || ending.scrollTop > 0)
}

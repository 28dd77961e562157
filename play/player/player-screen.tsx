import type { Locator } from '@estante/contract/locator.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { Cover } from '@estante/design/cover/cover.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import {
  BookIcon,
  ClockIcon,
  CloudIcon,
  DownIcon,
  type Icon,
  ListIcon,
  OfflineIcon,
} from '@estante/design/icons/icons.tsx'
import { CastIcon, LockIcon, NextIcon, PreviousIcon, SpeedIcon } from '@estante/design/icons/title-icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { annotationsOf, refusal } from '../annotations/page-annotations.ts'
import { CloseButton } from '../bridge/close-button.tsx'
import { EndingPart } from '../ending/ending-part.tsx'
import { SaveIconButton } from '../library/save-button.tsx'
import { OpeningProblemAction, OpeningProblemState } from '../open-publication-problem.tsx'
import { takeDestination } from '../places/destination.ts'
import { goToOtherForm, isOpeningOtherForm } from '../places/other-form.ts'
import { PlaceQuestion } from '../places/place-question.tsx'
import { text as placesText } from '../places/text.ts'
import { clockTime } from '../places/times.ts'
import { publicationPath } from '../publication/publication.ts'
import { goBack } from '../router.ts'
import { memberSession } from '../session/api.ts'
import { BookmarkIcon } from './bookmark-icon.tsx'
import { ChaptersSheet } from './chapters-sheet.tsx'
import { listenToKeys } from './keys.ts'
import { MarksSheet } from './marks-sheet.tsx'
import { Notices } from './notices.tsx'
import { playbackOf, upNext } from './now-playing.ts'
import { PlayButton } from './play-button.tsx'
import { playFrom } from './play-from.ts'
import type { Playback } from './playback.ts'
import { PocketLock } from './pocket-lock.tsx'
import { Scrubber } from './scrubber.tsx'
import { SkipButton } from './skip-button.tsx'
import { SleepSheet } from './sleep-sheet.tsx'
import { contentOf, stretchOf } from './sound-marks.ts'
import { speedLabel } from './speed.ts'
import { SpeedSheet } from './speed-sheet.tsx'
import { text } from './text.ts'
import './player-screen.css'

// Imported statically: a separate chunk for it would split the application's in two.
export { MiniPlayer } from './mini-player.tsx'
export { nowPlaying } from './now-playing.ts'

/** How long a note is offered for a new bookmark. */
const MARKED_MS = 30_000

/** The player of an audiobook. */
export function PlayerScreen({ id }: { id: string }) {
  const [playback, setPlayback] = useState<Playback>()
  useEffect(() => {
    const opened = playbackOf(id)
    setPlayback(opened)
    const destination = takeDestination(id)
    if (destination) playFrom(opened, destination)
    return listenToKeys(document, opened)
  }, [id])
  return playback ? <Player playback={playback} /> : null
}

/** The screen of a playback, in any of its states. */
export function Player({ playback }: { playback: Playback }) {
  const publication = playback.publication.value
  const problem = playback.problem.value
  const sheet = useSignal<SheetName | undefined>(undefined)
  const [isBackIn, setBackIn] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const hasEnded = playback.hasEnded.value
  useEffect(() => setBackIn(false), [hasEnded])
  useEffect(() => {
    if (publication) document.title = `${publication.title} · ${memberSession.profile.value?.service.name ?? ''}`
  }, [publication?.title])
  return (
    <div
      class="player"
      data-asks={playback.question.value !== undefined}
      style={{ '--player-cover': publication?.cover.color }}
    >
      <header class="player__bar">
        <IconButton label={text.leave} icon={DownIcon} onClick={() => goBack()} />
        <span class="player__bar-end">
          {publication && !problem && playback.remote.isAvailable.value && (
            <IconButton
              label={text.otherDevice}
              icon={CastIcon}
              aria-pressed={playback.remote.isConnected.value}
              onClick={playback.remote.choose}
            />
          )}
          {publication && !problem && !hasEnded && (
            <IconButton label={text.lock} icon={LockIcon} onClick={() => setLocked(true)} />
          )}
          {publication && !problem && (
            <IconButton label={text.marks} icon={BookmarkIcon} onClick={() => (sheet.value = 'marks')} />
          )}
          {publication && <SaveIconButton publication={publication} />}
          <CloseButton />
        </span>
      </header>
      {publication && hasEnded && !isBackIn && !problem ? (
        <div class="player__stage player__stage--ended">
          <Ended playback={playback} publication={publication} onBack={() => setBackIn(true)} />
        </div>
      ) : publication ? (
        <div class="player__stage">
          <div class="player__cover">
            <Cover cover={publication.cover} sizes="(min-width: 60rem) 28rem, 80vw" eager />
          </div>
          <div class="player__desk">
            <div class="player__text">
              <h1 class="player__title" tabIndex={-1}>
                {publication.title}
              </h1>
              <p class="player__author">
                {publication.author}
                {publication.narrator && <span>{text.narratedBy(publication.narrator)}</span>}
              </p>
            </div>
            <PlaceQuestion keeper={playback} describe={describeSecond} />
            {problem ? <Trouble playback={playback} problem={problem} /> : <Desk playback={playback} sheet={sheet} />}
          </div>
        </div>
      ) : problem ? (
        <OpeningProblemState
          {...text.openingProblems[problem]}
          level={1}
          problem={problem}
          text={text}
          onRetry={playback.retry}
        />
      ) : (
        <PlayerSkeleton />
      )}
      <PocketLock playback={playback} open={isLocked} onUnlock={() => setLocked(false)} />
    </div>
  )
}

function Ended({
  playback,
  publication,
  onBack,
}: {
  playback: Playback
  publication: PublicationDetail
  onBack: () => void
}) {
  const coming = upNext.value
  return (
    <EndingPart
      publication={publication}
      countdown={
        coming?.title.value === undefined
          ? undefined
          : { secondsLeft: coming.secondsLeft.value, start: coming.startNow, cancel: coming.cancel }
      }
      onAgain={playback.play}
      onBack={() => {
        coming?.cancel()
        onBack()
      }}
    />
  )
}

function describeSecond({ title, locations: { time = 0 } }: Locator) {
  return placesText.atTime(clockTime(time), title)
}

type SheetName = 'chapters' | 'speed' | 'sleep' | 'marks'

function Desk({ playback, sheet }: { playback: Playback; sheet: Signal<SheetName | undefined> }) {
  const edited = useSignal<string | undefined>(undefined)
  /** Whether a bookmark is edited right after it was made, and not from the list. */
  const isNew = useRef(false)
  const marked = useSignal<{ id: string; second: number } | undefined>(undefined)
  const marks = useMemo(() => annotationsOf(playback.id), [playback])
  useEffect(() => void marks.load(), [marks])
  useEffect(() => {
    if (!marked.value) return
    const timer = setTimeout(() => {
      marked.value = undefined
    }, MARKED_MS)
    return () => clearTimeout(timer)
  }, [marked.value])
  useEffect(() => {
    if (refusal.value === undefined) return
    showToast(refusal.value || text.markRefused)
    refusal.value = undefined
  }, [refusal.value])
  const close = () => {
    sheet.value = undefined
    edited.value = undefined
    isNew.current = false
  }
  const publication = playback.publication.value!
  const chapters = playback.chapters.value
  const index = playback.chapterIndex.value
  const sleepLeft = playback.sleep.remaining.value
  const isSleeping = playback.sleep.choice.value !== undefined
  const hasChapters = chapters.length > 1

  function mark() {
    const second = playback.time.value
    const stretch = { start: second, end: second }
    const id = marks.make(contentOf(stretch, '', playback.manifest.value!, chapters, publication.revision))
    marked.value = { id, second }
  }

  return (
    <>
      <Notices
        playback={playback}
        markedAt={marked.value?.second}
        onNote={() => {
          edited.value = marked.value?.id
          isNew.current = true
          sheet.value = 'marks'
          marked.value = undefined
        }}
      />
      {playback.isFinished.value ? (
        <div class="player__finished">
          <p class="player__finished-title">{text.finished}</p>
          <p>{text.finishedHelp}</p>
        </div>
      ) : (
        <button class="player__chapter" type="button" onClick={() => (sheet.value = 'chapters')}>
          {hasChapters && <span class="player__chapter-number">{text.chapterOf(index + 1, chapters.length)}</span>}
          <span class="player__chapter-title">{chapters[index]?.title || text.untitledChapter(index + 1)}</span>
        </button>
      )}
      <Scrubber playback={playback} marks={marks.items.value.map((one) => stretchOf(one).start)} />
      <div class="player__transport">
        <IconButton
          label={text.previousChapter}
          icon={PreviousIcon}
          disabled={!playback.isReady.value}
          onClick={playback.previousChapter}
        />
        <SkipButton
          label={text.back(playback.skipBack.value)}
          seconds={-playback.skipBack.value}
          onClick={playback.back}
          disabled={!playback.isReady.value}
        />
        <PlayButton playback={playback} size="large" />
        <SkipButton
          label={text.forward(playback.skipForward.value)}
          seconds={playback.skipForward.value}
          onClick={playback.forward}
          disabled={!playback.isReady.value}
        />
        <IconButton
          label={text.nextChapter}
          icon={NextIcon}
          disabled={!playback.isReady.value || index >= chapters.length - 1}
          onClick={playback.nextChapter}
        />
      </div>
      <p class="visually-hidden" role="status">
        {playback.isWaiting.value ? text.waiting : ''}
      </p>
      <div class="player__tools">
        <Tool label={text.chapters} icon={ListIcon} onClick={() => (sheet.value = 'chapters')} />
        <Tool label={text.speed} icon={SpeedIcon} onClick={() => (sheet.value = 'speed')}>
          {speedLabel(playback.speed.value)}
        </Tool>
        <Tool label={text.timer} icon={ClockIcon} isOn={isSleeping} onClick={() => (sheet.value = 'sleep')}>
          {isSleeping && sleepLeft !== undefined ? clockTime(Math.ceil(sleepLeft)) : undefined}
        </Tool>
        <button class="player__tool" type="button" disabled={!playback.isReady.value} onClick={mark}>
          <span class="player__tool-drawing" aria-hidden="true">
            <BookmarkIcon />
          </span>
          <span class="player__tool-name">{text.mark}</span>
        </button>
        {publication.otherForm && (
          <a
            class="player__tool"
            href={publicationPath(publication.otherForm)}
            aria-busy={isOpeningOtherForm.value}
            onClick={(event) => {
              event.preventDefault()
              const timeMs = Math.round(playback.time.value * 1000)
              void goToOtherForm(publication, { timeMs }, () => showToast(placesText.otherFormUnplaced))
            }}
          >
            <span class="player__tool-drawing">
              {isOpeningOtherForm.value ? <Spinner label={placesText.openingOtherForm} /> : <BookIcon />}
            </span>
            <span class="player__tool-name">{text.readFromHere}</span>
          </a>
        )}
      </div>
      <ChaptersSheet playback={playback} open={sheet.value === 'chapters'} onClose={close} />
      <MarksSheet
        playback={playback}
        marks={marks}
        open={sheet.value === 'marks'}
        edited={edited.value}
        onEdit={(id) => {
          edited.value = id
          isNew.current = false
        }}
        onSaved={() => {
          if (isNew.current) close()
          else edited.value = undefined
        }}
        onClose={close}
      />
      <SpeedSheet playback={playback} open={sheet.value === 'speed'} onClose={close} />
      <SleepSheet playback={playback} open={sheet.value === 'sleep'} onClose={close} />
    </>
  )
}

/** A tool under the transport controls: icon or present value, and name. */
function Tool({
  label,
  icon: Drawn,
  isOn = false,
  onClick,
  children,
}: {
  label: string
  icon: Icon
  isOn?: boolean
  onClick: () => void
  children?: ComponentChildren
}) {
  return (
    <button
      class="player__tool"
      type="button"
      aria-haspopup="dialog"
      aria-description={typeof children === 'string' ? children : undefined}
      data-on={isOn}
      onClick={onClick}
    >
      <span class="player__tool-drawing" aria-hidden="true">
        {children ? <span class="player__tool-value">{children}</span> : <Drawn />}
      </span>
      <span class="player__tool-name">{label}</span>
    </button>
  )
}

type Problem = NonNullable<Playback['problem']['value']>

/** The sound failed: the place stays visible. */
function Trouble({ playback, problem }: { playback: Playback; problem: Problem }) {
  const { title, help } = text.problems[problem]
  return (
    <div class="player__trouble" role="alert">
      {problem === 'offline' ? <OfflineIcon /> : <CloudIcon />}
      <p class="player__trouble-title">{title}</p>
      <p class="player__trouble-help">{help}</p>
      <OpeningProblemAction problem={problem} text={text} onRetry={playback.retry} />
      {playback.isReady.value && (
        <p class="player__trouble-place">{text.placeStored(clockTime(playback.time.value))}</p>
      )}
    </div>
  )
}

function PlayerSkeleton() {
  return (
    <div class="player__stage" role="status">
      <span class="visually-hidden">{text.loading}</span>
      <div class="player__cover">
        <Skeleton width="100%" height="clamp(12rem, 42vh, 22rem)" />
      </div>
      <div class="player__desk player__desk--skeleton">
        <Skeleton width="70%" height="1.75rem" />
        <Skeleton width="45%" height="1rem" />
        <Skeleton width="100%" height="0.375rem" radius="999px" />
        <Skeleton width="4.75rem" height="4.75rem" radius="50%" />
      </div>
    </div>
  )
}

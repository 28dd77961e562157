import type { Locator } from '@estante/contract/locator.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { Cover } from '@estante/design/cover/cover.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloudIcon, DownIcon, ForwardIcon, OfflineIcon } from '@estante/design/icons/icons.tsx'
import { CastIcon, LockIcon, NotebookIcon } from '@estante/design/icons/title-icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { CloseButton } from '../bridge/close-button.tsx'
import { EndingPart } from '../ending/ending-part.tsx'
import { SaveIconButton } from '../library/save-button.tsx'
import { OpeningProblemAction, OpeningProblemState } from '../open-publication-problem.tsx'
import { takeDestination } from '../places/destination.ts'
import { PlaceQuestion } from '../places/place-question.tsx'
import { text as placesText } from '../places/text.ts'
import { clockTime } from '../places/times.ts'
import { langOf, PLAY_AT_ONCE, publicationPath, titlePath } from '../publication/publication.ts'
import { goBack, leftBy, navigate, query, screen } from '../router.ts'
import { focusHeading, recoverFocus } from '../shell/arrival.ts'
import { setPageTitle } from '../shell/set-page-title.ts'
import { listenToKeys } from './keys.ts'
import { closeNowPlaying, playbackOf, upNext } from './now-playing.ts'
import { playFrom, playWhenReady } from './play-from.ts'
import type { Playback } from './playback.ts'
import { PlayerControls, type SheetName } from './player-controls.tsx'
import { PocketLock } from './pocket-lock.tsx'
import { text } from './text.ts'
import './player-screen.css'

// Imported statically: a separate chunk for it would split the application's in two.
export { MiniPlayer } from './mini-player.tsx'

/** Whether the pocket lock is closed. The screen of the next title, which starts by itself, inherits it. */
const isLocked = signal(false)

export function PlayerScreen({ id }: { id: string }) {
  const [playback, setPlayback] = useState<Playback>()
  useEffect(() => {
    const opened = playbackOf(id)
    setPlayback(opened)
    // By Back or Forward. The member may have left while the code of this screen was loading.
    const isReturn = leftBy !== undefined
    const destination = takeDestination(id)
    if (destination && !isReturn) playFrom(opened, destination)
    if (query.peek() === PLAY_AT_ONCE) {
      if (!isReturn) playWhenReady(opened)
      // So that Back and a reload open it in silence.
      navigate(publicationPath({ id, type: 'audiobook' }), { replace: true })
    }
    const stopListening = listenToKeys(document, opened)
    return () => {
      stopListening()
      // Else it would start on another screen, without a control.
      if (!opened.isReady.peek()) closeNowPlaying()
    }
  }, [id])
  useEffect(
    () => () => {
      if (screen.peek().name !== 'player') isLocked.value = false
    },
    [],
  )
  return playback ? <Player playback={playback} /> : null
}

/** The screen of a playback, in any of its states. */
export function Player({ playback }: { playback: Playback }) {
  const publication = playback.publication.value
  const problem = playback.problem.value
  const sheet = useSignal<SheetName | undefined>(undefined)
  const [isBackIn, setBackIn] = useState(false)
  const hasEnded = playback.hasEnded.value
  const isAtEnding = hasEnded && !isBackIn
  useEffect(() => setBackIn(false), [hasEnded])
  useLayoutEffect(() => recoverFocus, [hasEnded, isBackIn])
  useEffect(() => {
    if (!publication) return
    setPageTitle(publication.title)
    focusHeading()
  }, [publication?.title])
  return (
    <div
      class="player"
      data-asks={playback.question.value !== undefined}
      style={{ '--player-cover': publication?.cover.color }}
    >
      <header class="player__bar line">
        <IconButton label={text.leave} icon={DownIcon} onClick={() => goBack()} />
        <span class="player__bar-end row">
          {publication && !problem && playback.remote.isAvailable.value && (
            <IconButton
              label={text.otherDevice}
              icon={CastIcon}
              aria-pressed={playback.remote.isConnected.value}
              onClick={playback.remote.choose}
            />
          )}
          {publication && !problem && !hasEnded && (
            <IconButton label={text.lock} icon={LockIcon} onClick={() => (isLocked.value = true)} />
          )}
          {publication && !problem && !isAtEnding && (
            <IconButton label={text.marks} icon={NotebookIcon} onClick={() => (sheet.value = 'marks')} />
          )}
          {publication && <SaveIconButton publication={publication} />}
          <CloseButton variant="plain" />
        </span>
      </header>
      {publication && isAtEnding && !problem ? (
        <div class="player__stage player__stage--ended">
          <EndPart playback={playback} publication={publication} onBack={() => setBackIn(true)} />
        </div>
      ) : publication ? (
        <div class="player__stage">
          <div class="player__cover centered">
            <Cover cover={publication.cover} sizes="(min-width: 60rem) 28rem, 80vw" eager />
          </div>
          <div class="player__controls stack">
            <div class="player__text stack">
              <h1 class="player__title clamped" tabIndex={-1} lang={langOf(publication)}>
                <a class="player__details" href={titlePath(publication)}>
                  {publication.title}
                  <ForwardIcon />
                </a>
              </h1>
              <p class="player__author">
                <span lang={langOf(publication)}>{publication.author}</span>
                {publication.narrator && <span>{text.narratedBy(publication.narrator)}</span>}
              </p>
            </div>
            <PlaceQuestion
              question={playback.question}
              describe={describeSecond}
              onGo={playback.goThere}
              onStay={playback.stayHere}
            />
            {problem ? (
              <SoundProblem playback={playback} problem={problem} />
            ) : (
              <PlayerControls playback={playback} sheet={sheet} />
            )}
          </div>
        </div>
      ) : problem ? (
        <OpeningProblemState {...text.openingProblems[problem]} level={1} problem={problem} onRetry={playback.retry} />
      ) : (
        <PlayerSkeleton />
      )}
      <PocketLock playback={playback} open={isLocked.value} onUnlock={() => (isLocked.value = false)} />
    </div>
  )
}

interface EndPartProps {
  playback: Playback
  publication: PublicationDetail
  onBack: () => void
}

function EndPart({ playback, publication, onBack }: EndPartProps) {
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

type Problem = NonNullable<Playback['problem']['value']>

/** The sound failed: the place stays visible. */
function SoundProblem({ playback, problem }: { playback: Playback; problem: Problem }) {
  const { title, help } = text.problems[problem]
  return (
    <div class="player__trouble" role="alert">
      {problem === 'offline' ? <OfflineIcon /> : <CloudIcon />}
      <p class="player__trouble-title">{title}</p>
      <p class="player__trouble-help">{help}</p>
      <OpeningProblemAction problem={problem} onRetry={playback.retry} />
      {playback.isReady.value && (
        <p class="player__trouble-place tabular">{text.placeStored(clockTime(playback.time.value))}</p>
      )}
    </div>
  )
}

function PlayerSkeleton() {
  return (
    <div class="player__stage" role="status">
      <span class="visually-hidden">{text.loading}</span>
      <div class="player__cover centered">
        <span class="cover skeleton" style={{ '--cover-ratio': '1' }} aria-hidden="true" />
      </div>
      <div class="player__controls player__controls--skeleton stack">
        <Skeleton width="70%" height="1.75rem" />
        <Skeleton width="45%" height="1rem" />
        <Skeleton width="100%" height="0.375rem" radius="999px" />
        <Skeleton width="4.75rem" height="4.75rem" radius="50%" />
      </div>
    </div>
  )
}

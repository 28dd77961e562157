import { screenPath } from '@estante/contract/screens.ts'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon, PlayIcon } from '@estante/design/icons/icons.tsx'
import { text as endingText } from '../ending/text.ts'
import { roundedTime } from '../places/times.ts'
import { langOf } from '../publication/publication.ts'
import { ChapterTitle } from './chapter-title.tsx'
import { closeNowPlaying, nowPlaying, upNext } from './now-playing.ts'
import { PlayButton } from './play-button.tsx'
import type { Playback } from './playback.ts'
import { SkipButton } from './skip-button.tsx'
import { text } from './text.ts'
import type { UpNext } from './up-next.ts'
import './mini-player.css'

/** The current recording, on the other screens; nothing when there is none. */
export function MiniPlayer() {
  const playback = nowPlaying.value
  return playback?.publication.value && playback.isReady.value ? (
    <Strip playback={playback} coming={upNext.value} />
  ) : null
}

export function Strip({ playback, coming }: { playback: Playback; coming?: UpNext | undefined }) {
  const publication = playback.publication.value!
  const { id, title, cover } = publication
  const duration = playback.duration.value
  const part = duration > 0 ? playback.time.value / duration : 0
  const next = coming?.title.value
  const left = roundedTime((duration - playback.time.value) / playback.speed.value)
  const sentence = sentenceOf(playback, coming)
  return (
    <section
      class="mini-player"
      aria-label={text.nowPlaying}
      style={{ '--player-cover': cover.color, '--mini-player-part': part }}
    >
      <a class="mini-player__book line" href={screenPath({ name: 'player', id })} aria-label={text.openPlayer(title)}>
        <img class="mini-player__cover" sizes="3rem" srcset={cover.srcset} src={cover.url} alt="" />
        <span class="mini-player__text stack" aria-hidden="true">
          <span class={`mini-player__title ${sentence ? 'one-line' : 'clamped'}`} lang={langOf(publication)}>
            {title}
          </span>
          {sentence ? (
            <span class="detail mini-player__sentence clamped">{sentence}</span>
          ) : (
            <span class="detail one-line">
              <span class="mini-player__chapter">
                <ChapterTitle playback={playback} />
                {' · '}
              </span>
              {left}
            </span>
          )}
        </span>
      </a>
      {!coming || next === undefined ? (
        <>
          {/* Leaves the room to the sentence. */}
          {!sentence && (
            <span class="mini-player__back">
              <SkipButton seconds={-playback.skipBack.value} onClick={playback.back} />
            </span>
          )}
          <PlayButton playback={playback} size="small" />
          <IconButton label={text.stop} icon={CloseIcon} onClick={closeNowPlaying} />
        </>
      ) : (
        <>
          <p class="visually-hidden" role="status">
            {endingText.startsSoon(next)}
          </p>
          <IconButton label={endingText.playNow} icon={PlayIcon} onClick={coming.startNow} />
          <IconButton label={endingText.cancel} icon={CloseIcon} onClick={coming.cancel} />
        </>
      )}
    </section>
  )
}

/**
 * Returns the sentence that replaces the time left: the title that starts next, a problem, a long wait, or that this one
 * ended.
 */
function sentenceOf({ problem, isWaitingLong, isFinished }: Playback, coming: UpNext | undefined): string | undefined {
  const next = coming?.title.value
  if (coming && next !== undefined) return text.nextIn(next, coming.secondsLeft.value)
  if (problem.value) return text.problems[problem.value].title
  if (isWaitingLong.value) return text.waitsLong
  return isFinished.value ? text.finished : undefined
}

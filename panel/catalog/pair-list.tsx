import type { ChapterPair, ChapterPairs } from '@estante/contract/panel/chapter-pairs.ts'
import { Button } from '@estante/design/button/button.tsx'
import { PlusIcon } from '@estante/design/icons/icons.tsx'
import { formatDuration } from '../time/format-time.ts'
import { type Choice, indexesOf, WITH_PREVIOUS } from './pair-chapters.ts'
import type { Row } from './pair-rows.ts'
import { text as catalogText } from './text.ts'
import { chapterId, type EditedPairs } from './use-pairs-draft.ts'

const { chapterPairs: text } = catalogText

/** Lists the chapters in order, each with the tracks of its pair, and between them the tracks that are in no pair. */
export function PairList({ rows, forms, edited }: { rows: Row[]; forms: ChapterPairs; edited: EditedPairs }) {
  const { parts } = forms.audiobook
  return (
    <ol class="card lined" aria-label={text.list}>
      {rows.map(({ chapter, pair, track }) => {
        if (chapter === undefined) {
          const isNext = pair?.audiobook.last === track - 1
          const name = trackName(parts, track)
          return <LoneTrack key={name} name={name} onJoin={isNext ? () => edited.endPair(pair, track) : undefined} />
        }
        const { title, size } = forms.ebook.parts[chapter]!
        const { choice, displayed, isVisited, canJoin } = edited.choiceOf(chapter)
        const isJoined = choice === WITH_PREVIOUS
        return (
          <li class="pairing__pair" key={chapter} data-unpaired={pair ? undefined : ''} data-joined={isJoined}>
            <label class="pairing__chapter" for={chapterId(chapter)}>
              <span class="note tabular">{chapter + 1}</span>
              <span class="bold breakable">{title || text.untitled}</span>
              <span class="note tabular">{text.letters(size)}</span>
            </label>
            <div class="pairing__tracks">
              <TrackChoice
                id={chapterId(chapter)}
                parts={parts}
                value={displayed}
                isOpen={isVisited}
                canJoin={canJoin}
                onOpen={() => edited.beginVisit(chapter)}
                onClose={() => edited.endVisit(chapter)}
                onChange={(choice) => edited.choose(chapter, choice)}
              />
              {pair && !isJoined && (
                <FurtherTracks pair={pair} parts={parts} onEnd={(track) => edited.endPair(pair, track)} />
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

type Parts = ChapterPairs['audiobook']['parts']

interface TrackChoiceProps {
  id: string
  parts: Parts
  value: Choice
  isOpen: boolean
  canJoin: boolean
  onOpen: () => void
  onClose: () => void
  onChange: (value: Choice) => void
}

/** Renders the options only for the chapter that is or was visited: a long book has very many. */
function TrackChoice({ id, parts, value, isOpen, canJoin, onOpen, onClose, onChange }: TrackChoiceProps) {
  const tracks = isOpen ? parts.map((_, index) => index) : typeof value === 'number' ? [value] : []

  // On the release of a key, too: WebKit fires no change event for the index that was selected at focus, which is
  // another option once all are rendered.
  function take({ currentTarget }: { currentTarget: HTMLSelectElement }) {
    const chosen = currentTarget.value
    if (chosen === String(value ?? '')) return
    onChange(chosen === '' ? undefined : chosen === WITH_PREVIOUS ? WITH_PREVIOUS : Number(chosen))
  }

  return (
    <select
      class="pairing__choice"
      id={id}
      value={value ?? ''}
      onFocus={onOpen}
      onPointerDown={isOpen ? undefined : onOpen}
      onBlur={onClose}
      onChange={take}
      onKeyUp={take}
    >
      <option value="">{text.onlyEbook}</option>
      {canJoin && <option value={WITH_PREVIOUS}>{text.withPrevious}</option>}
      {tracks.map((track) => (
        <option key={track} value={track}>
          {trackName(parts, track)}
        </option>
      ))}
    </select>
  )
}

interface FurtherTracksProps {
  pair: ChapterPair
  parts: Parts
  onEnd: (track: number) => void
}

/** The tracks of a pair after its first one, with a button to separate the last one. */
function FurtherTracks({ pair: { audiobook }, parts, onEnd }: FurtherTracksProps) {
  const { first, last } = audiobook
  return indexesOf({ first: first + 1, last }).map((track) => (
    <p class="pairing__further tabular line" key={track}>
      {trackName(parts, track)}
      {track === last && (
        <Button
          variant="plain"
          size="compact"
          aria-label={text.separateTrack(trackName(parts, track))}
          onClick={() => onEnd(last - 1)}
        >
          {text.separate}
        </Button>
      )}
    </p>
  ))
}

/** A track in no pair, with a button that joins it to the pair before it. */
function LoneTrack({ name, onJoin }: { name: string; onJoin: (() => void) | undefined }) {
  return (
    <li class="pairing__pair" data-unpaired>
      <span class="pairing__alone soft">{text.onlyAudiobook}</span>
      <p class="pairing__further tabular line">
        {name}
        {onJoin && (
          <Button variant="plain" size="compact" icon={PlusIcon} aria-label={text.joinTrack(name)} onClick={onJoin}>
            {text.join}
          </Button>
        )}
      </p>
    </li>
  )
}

function trackName(parts: Parts, index: number): string {
  const { title, size } = parts[index]!
  return `${index + 1}. ${title || text.untitled} · ${formatDuration(size)}`
}

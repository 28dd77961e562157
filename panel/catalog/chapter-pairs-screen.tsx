import { isCode } from '@estante/client/answer.ts'
import { createResource, type Resource } from '@estante/client/resource.ts'
import type {
  ChapterPair,
  ChapterPairs,
  confirmChapterPairs,
  getChapterPairs,
} from '@estante/contract/panel/chapter-pairs.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { PlusIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useMemo, useState } from 'preact/hooks'
import { useAction } from '../act/use-action.ts'
import { call } from '../admin-session/call.ts'
import { useScreenResource } from '../admin-session/use-resource.ts'
import { sectionPath } from '../router.ts'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { formatDuration } from '../time/format-time.ts'
import { When } from '../time/when.tsx'
import { endAtTrack, isSamePairs, joinToPrevious, pairChapter, unpaired } from './pair-chapters.ts'
import { text as catalogText } from './text.ts'
import '../unsaved/save-bar.css'
import './chapter-pairs-screen.css'

const { chapterPairs: text } = catalogText

/** Pairs the chapters of an e-book and its audiobook: the service proposes, an operator corrects and confirms. */
export function ChapterPairsScreen({ id }: { id: string }) {
  const path = `/panel/v1/publications/${id}/chapter-pairs` as const
  const forms = useScreenResource(() => createResource(() => call<typeof getChapterPairs>('GET', path)), path)
  const act = useAction()
  return (
    <>
      <BackLink href={sectionPath('catalog', { pathParts: [id] })}>{text.back}</BackLink>
      <ScreenHeader title={text.title} help={forms.data.value && text.help(forms.data.value.title)} />
      <ResourceContent resource={forms} skeleton={<Skeleton width="100%" height="24rem" radius="var(--radius-md)" />}>
        {(found) => <Pairing key={versionOf(found)} forms={forms} found={found} path={path} act={act} />}
      </ResourceContent>
    </>
  )
}

/** Identifies the files and the confirmation that the choices on the screen began with: others discard the choices. */
function versionOf({ confirmedChange, ebook, audiobook }: ChapterPairs): string {
  return [confirmedChange?.at, ebook.revision, audiobook.revision].join()
}

function Pairing({
  forms,
  found,
  path,
  act,
}: {
  forms: Resource<ChapterPairs>
  found: ChapterPairs
  path: `/panel/v1/publications/${string}/chapter-pairs`
  act: ReturnType<typeof useAction>
}) {
  const known = found.confirmed ?? found.proposed
  const [pairs, setPairs] = useState<ChapterPair[]>(known)
  const [removedCount, setRemovedCount] = useState(0)
  const { ebook, audiobook } = found
  const unpairedTracks = unpaired(pairs, audiobook.parts.length)
  const pairOf = useMemo(() => pairsByChapter(pairs), [pairs])
  const isChanged = !isSamePairs(pairs, known)

  function change(next: { pairs: ChapterPair[]; removedCount: number }) {
    setPairs(next.pairs)
    setRemovedCount(next.removedCount)
  }

  const save = (nextPairs: ChapterPair[] | null) =>
    act.run(async () => {
      const body = { pairs: nextPairs, ebookRevision: ebook.revision, audiobookRevision: audiobook.revision }
      try {
        forms.put(await call<typeof confirmChapterPairs>('PUT', path, body))
      } catch (reason) {
        if (isCode(reason, 'CHANGED_MEANWHILE')) await forms.load()
        throw reason
      }
      showToast(nextPairs === null ? text.wentBack : text.confirmedToast)
    })

  return (
    <div class="pairing stack">
      <p class="pairing__summary">
        <Badge tone={found.confirmed ? 'good' : 'neutral'}>{found.confirmed ? text.confirmed : text.automatic}</Badge>
        {found.confirmed && found.confirmedChange && (
          <span>
            {text.by(found.confirmedChange.by.name)} <When at={found.confirmedChange.at} />
          </span>
        )}
        <span>{text.counts(pairs.length, ebook.parts.length, audiobook.parts.length)}</span>
      </p>
      {found.isOutdated && <Callout tone="notice">{text.outdated}</Callout>}
      <p class="visually-hidden" role="status">
        {removedCount > 0 && text.removed(removedCount)}
      </p>
      {removedCount > 0 && <Callout tone="notice">{text.removed(removedCount)}</Callout>}
      <div class="pairing__heads" aria-hidden="true">
        <span>{text.ebook}</span>
        <span>{text.audiobook}</span>
      </div>
      <ol class="card lined" aria-label={text.list}>
        {ebook.parts.map((part, chapter) => {
          const pair = pairOf.get(chapter)
          const isJoined = pair !== undefined && pair.ebook.first < chapter
          return (
            <li class="pairing__pair" key={chapter} data-unpaired={!pair} data-joined={isJoined}>
              <label class="pairing__chapter" for={`pairing-${chapter}`}>
                <span class="pairing__number">{chapter + 1}</span>
                <span class="pairing__title">{part.title || text.untitled}</span>
                <span class="pairing__size">{text.letters(part.size)}</span>
              </label>
              <div class="pairing__tracks">
                <TrackChoice
                  id={`pairing-${chapter}`}
                  parts={audiobook.parts}
                  value={isJoined ? WITH_PREVIOUS : pair?.audiobook.first}
                  canJoin={pairOf.has(chapter - 1)}
                  onChange={(track) =>
                    change(
                      track === WITH_PREVIOUS ? joinToPrevious(pairs, chapter) : pairChapter(pairs, chapter, track),
                    )
                  }
                />
                {pair && !isJoined && (
                  <FurtherTracks
                    pair={pair}
                    parts={audiobook.parts}
                    canJoin={unpairedTracks.includes(pair.audiobook.last + 1)}
                    onEnd={(track) => {
                      change({ pairs: endAtTrack(pairs, pair, track), removedCount: 0 })
                      // The pressed button may be gone.
                      document.getElementById(`pairing-${chapter}`)?.focus()
                    }}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {unpairedTracks.length > 0 && (
        <section class="pairing__unpaired" aria-labelledby="pairing-unpaired">
          <h2 class="pairing__heading" id="pairing-unpaired">
            {text.onlyAudiobook}
          </h2>
          <ul>
            {unpairedTracks.map((track) => (
              <li key={track}>{trackName(audiobook.parts, track)}</li>
            ))}
          </ul>
        </section>
      )}
      <div class="save-bar">
        {act.problem && (
          <p class="save-bar__status" role="alert" data-problem="">
            {act.problem}
          </p>
        )}
        <Button aria-busy={act.isBusy} disabled={found.confirmed !== null && !isChanged} onClick={() => save(pairs)}>
          {text.confirm}
        </Button>
        {isChanged && (
          <Button variant="plain" onClick={() => change({ pairs: known, removedCount: 0 })}>
            {text.undo}
          </Button>
        )}
        {found.confirmed && (
          <Button variant="soft" onClick={() => save(null)}>
            {text.goBack}
          </Button>
        )}
      </div>
    </div>
  )
}

type Parts = ChapterPairs['audiobook']['parts']

const WITH_PREVIOUS = 'with-previous'
type Choice = number | typeof WITH_PREVIOUS | undefined

/** Renders the options only for the focused chapter: a long book has very many. */
function TrackChoice({
  id,
  parts,
  value,
  canJoin,
  onChange,
}: {
  id: string
  parts: Parts
  value: Choice
  canJoin: boolean
  onChange: (value: Choice) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const tracks = isOpen ? parts.map((_, index) => index) : typeof value === 'number' ? [value] : []
  return (
    <select
      class="pairing__choice"
      id={id}
      value={value ?? ''}
      onFocus={open}
      onPointerDown={open}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === '' ? undefined : value === WITH_PREVIOUS ? WITH_PREVIOUS : Number(value))
      }
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

/** The tracks of a pair after its first one, with buttons to separate the last one and to join the next. */
function FurtherTracks({
  pair: { audiobook },
  parts,
  canJoin,
  onEnd,
}: {
  pair: ChapterPair
  parts: Parts
  canJoin: boolean
  onEnd: (track: number) => void
}) {
  const { first, last } = audiobook
  const further = Array.from({ length: last - first }, (_, index) => first + 1 + index)
  return (
    <>
      {further.map((track) => (
        <p class="pairing__further" key={track}>
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
      ))}
      {canJoin && (
        <Button variant="plain" size="compact" icon={PlusIcon} onClick={() => onEnd(last + 1)}>
          {text.joinTrack(`${last + 2}. ${parts[last + 1]!.title || text.untitled}`)}
        </Button>
      )}
    </>
  )
}

function pairsByChapter(pairs: ChapterPair[]): Map<number, ChapterPair> {
  const byChapter = new Map<number, ChapterPair>()
  for (const pair of pairs) {
    for (let chapter = pair.ebook.first; chapter <= pair.ebook.last; chapter++) byChapter.set(chapter, pair)
  }
  return byChapter
}

function trackName(parts: Parts, index: number): string {
  const { title, size } = parts[index]!
  return `${index + 1}. ${title || text.untitled} · ${formatDuration(size)}`
}

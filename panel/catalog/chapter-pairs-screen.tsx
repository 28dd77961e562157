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
import { DownIcon, PlusIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { ConfirmDialog } from '../act/confirm-dialog.tsx'
import { useAction } from '../act/use-action.ts'
import { call } from '../admin-session/call.ts'
import { useScreenResource } from '../admin-session/use-resource.ts'
import { sectionPath } from '../router.ts'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as panelText } from '../text.ts'
import { formatDuration } from '../time/format-time.ts'
import { When } from '../time/when.tsx'
import { ChangedMeanwhile } from '../unsaved/changed-meanwhile.tsx'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'
import {
  type Choice,
  choicesOf,
  endAtTrack,
  indexesOf,
  isSamePairs,
  pairChapter,
  sideEffects,
  unpaired,
  WITH_PREVIOUS,
} from './pair-chapters.ts'
import { beginDraft, hasSameFiles, moveDraft, type PairsDraft } from './pairs-draft.ts'
import { text as catalogText } from './text.ts'
import '../unsaved/save-bar.css'
import './chapter-pairs-screen.css'

const { chapterPairs: text } = catalogText

/** Pairs the chapters of an e-book and its audiobook: the service proposes, an operator corrects and confirms. */
export function ChapterPairsScreen({ id }: { id: string }) {
  const path = `/panel/v1/publications/${id}/chapter-pairs` as const
  const forms = useScreenResource(() => createResource(() => call<typeof getChapterPairs>('GET', path)), path)
  return (
    <>
      <BackLink href={sectionPath('catalog', { pathParts: [id] })}>{text.back}</BackLink>
      <ScreenHeader title={text.title} help={forms.data.value && text.help(forms.data.value.title)} />
      <ResourceContent resource={forms} skeleton={<Skeleton width="100%" height="24rem" radius="var(--radius-md)" />}>
        {(found) => <Pairing forms={forms} found={found} path={path} />}
      </ResourceContent>
    </>
  )
}

/** A draft after each change, with the chapter that was changed. */
type Step = PairsDraft & { chapter?: number }

/**
 * The chapter whose tracks are being chosen. Arrow keys choose every option on their way: each choice starts from
 * `steps`, those before the visit, and stays on the screen until the visit ends.
 */
interface Visit {
  chapter: number
  steps?: Step[]
  chosen?: { choice: Choice }
}

function Pairing({
  forms,
  found,
  path,
}: {
  forms: Resource<ChapterPairs>
  found: ChapterPairs
  path: `/panel/v1/publications/${string}/chapter-pairs`
}) {
  const act = useAction()
  const [steps, setSteps] = useState<Step[]>([])
  const [visit, setVisit] = useState<Visit>()
  const [notice, setNotice] = useState<string>()
  const [isLeavingConfirmed, setLeavingConfirmed] = useState(false)
  const focusChapter = useChapterFocus()
  const latest = (of: Step[]) => moveDraft(of.at(-1) ?? beginDraft(found), found)
  const draft = useMemo(() => latest(steps), [steps, found])
  const { pairs } = draft
  const choices = useMemo(() => choicesOf(pairs), [pairs])
  // The visited chapter keeps its options: each of its choices starts from these.
  const choicesBefore = visit?.steps ? choicesOf(latest(visit.steps).pairs) : choices
  const { ebook, audiobook } = found
  const known = found.confirmed ?? found.proposed
  const isChanged = !isSamePairs(pairs, known)
  const isConflict = isChanged && draft.began.version !== found.version
  const hasNewFile = isConflict && !hasSameFiles(draft.began, found)
  const loneTracks = unpaired(pairs, audiobook.parts.length)
  const rows = rowsOf(pairs, ebook.parts.length, loneTracks)
  const nextAlone = nextAfter(chaptersAtGaps(rows), visit?.chapter)

  // The visit and the notice are about the files and pairs before.
  useLayoutEffect(forgetChoice, [found.version])

  function forgetChoice() {
    setVisit((current) => current && { chapter: current.chapter })
    setNotice(undefined)
  }

  function change(next: Partial<Step>, from = steps) {
    setSteps([...from, { ...latest(from), ...next }])
    setNotice(undefined)
    act.setProblem(undefined)
  }

  function choose(chapter: number, choice: Choice) {
    const from = (visit?.chapter === chapter && visit.steps) || steps
    const before = latest(from).pairs
    const after = pairChapter(before, chapter, choice)
    setVisit({ chapter, steps: from, chosen: { choice } })
    act.setProblem(undefined)
    if (isSamePairs(before, after)) {
      setSteps(from)
      const isOtherChoice = choice !== choicesOf(before).get(chapter)
      return setNotice(isOtherChoice ? text.alreadyThere(chapter + 1) : undefined)
    }
    change({ pairs: after, chapter }, from)
    setNotice(text.sideEffects(sideEffects(before, after, chapter)))
  }

  function endPair(pair: ChapterPair, track: number) {
    const chapter = pair.ebook.first
    change({ pairs: endAtTrack(pairs, pair, track), chapter })
    // The pressed button may be gone.
    focusChapter(chapter)
  }

  function undo() {
    const undone = steps.at(-1)
    if (!undone) return
    setSteps(steps.slice(0, -1))
    forgetChoice()
    act.setProblem(undefined)
    focusChapter(undone.chapter ?? 0)
  }

  async function send(next: ChapterPair[] | null) {
    try {
      const answer = await call<typeof confirmChapterPairs>('PUT', path, { pairs: next, version: found.version })
      forms.put(answer)
      // What was changed or undone meanwhile stays, as a change of what was saved.
      setSteps((now) => (now === steps ? [] : [{ ...(now.at(-1) ?? beginDraft(found)), began: answer }]))
    } catch (reason) {
      if (isCode(reason, 'CHANGED_MEANWHILE')) await forms.load()
      throw reason
    }
  }

  const canConfirm = found.confirmed === null || isChanged
  const confirm = () =>
    act.run(async () => {
      await send(pairs)
      showToast(text.confirmedToast)
    })

  function pressKey(event: KeyboardEvent) {
    if (!event.ctrlKey && !event.metaKey) return
    if (event.key === 'Enter' && canConfirm) void confirm()
    else if (event.key === 'z') undo()
    else return
    event.preventDefault()
  }

  return (
    <>
      <form class="pairing stack" onKeyDown={pressKey}>
        <p class="pairing__summary">
          <Badge tone={found.confirmed ? 'good' : 'neutral'}>{found.confirmed ? text.confirmed : text.automatic}</Badge>
          {found.confirmed && found.confirmedChange && (
            <span>
              {text.by(found.confirmedChange.by.name)} <When at={found.confirmedChange.at} />
            </span>
          )}
          {found.confirmed && (
            <Button variant="plain" size="compact" onClick={() => setLeavingConfirmed(true)}>
              {text.goBack}
            </Button>
          )}
          <span class="pairing__keys">{text.keys}</span>
        </p>
        {(hasNewFile || found.outdated) && (
          <Callout tone="notice">
            {hasNewFile ? text.newFile(draft.lostCount) : text.outdated}
            {found.outdated && !isChanged && found.outdated.length > 0 && (
              <Button variant="soft" size="compact" onClick={() => change({ pairs: found.outdated! })}>
                {text.takeOutdated}
              </Button>
            )}
          </Callout>
        )}
        <ChangedMeanwhile
          change={(found.confirmed && found.confirmedChange) ?? undefined}
          fields={
            isConflict
              ? [
                  {
                    name: 'pairs',
                    label: text.pairing,
                    now: `${found.confirmed ? text.confirmed : text.automatic} · ${formatCounts(known, found)}`,
                  },
                ]
              : []
          }
          onTake={() => {
            change(beginDraft(found))
            focusChapter(0)
          }}
        />
        <div class="pairing__heads" aria-hidden="true">
          <span>{text.ebook}</span>
          <span>{text.audiobook}</span>
        </div>
        <ol class="card lined" aria-label={text.list}>
          {rows.map(({ chapter, pair, track }) => {
            if (chapter === undefined) {
              const isNext = pair?.audiobook.last === track - 1
              const name = trackName(audiobook.parts, track)
              return <LoneTrack key={name} name={name} onJoin={isNext ? () => endPair(pair, track) : undefined} />
            }
            const { title, size } = ebook.parts[chapter]!
            const isVisited = visit?.chapter === chapter
            const choice = choices.get(chapter)
            const isJoined = choice === WITH_PREVIOUS
            return (
              <li class="pairing__pair" key={chapter} data-unpaired={pair ? undefined : ''} data-joined={isJoined}>
                <label class="pairing__chapter" for={chapterId(chapter)}>
                  <span class="pairing__number">{chapter + 1}</span>
                  <span class="pairing__title">{title || text.untitled}</span>
                  <span class="pairing__size">{text.letters(size)}</span>
                </label>
                <div class="pairing__tracks">
                  <TrackChoice
                    id={chapterId(chapter)}
                    parts={audiobook.parts}
                    value={isVisited && visit.chosen ? visit.chosen.choice : choice}
                    isOpen={isVisited}
                    canJoin={(isVisited ? choicesBefore : choices).has(chapter - 1)}
                    onOpen={() => setVisit({ chapter, steps })}
                    onClose={() => setVisit({ chapter })}
                    onChange={(choice) => choose(chapter, choice)}
                  />
                  {pair && !isJoined && (
                    <FurtherTracks pair={pair} parts={audiobook.parts} onEnd={(track) => endPair(pair, track)} />
                  )}
                </div>
              </li>
            )
          })}
        </ol>
        <div class="save-bar">
          <p
            class="save-bar__status"
            role={act.problem ? 'alert' : 'status'}
            data-problem={act.problem ? '' : undefined}
          >
            {act.problem ?? notice ?? `${formatCounts(pairs, found)} ${isChanged ? panelText.unsaved.status : ''}`}
          </p>
          {nextAlone !== undefined && (
            <Button variant="plain" icon={DownIcon} aria-label={text.nextAlone} onClick={() => focusChapter(nextAlone)}>
              <span class="pairing__next">{text.nextAlone}</span>
            </Button>
          )}
          {steps.length > 0 && (
            <Button variant="plain" onClick={undo}>
              {text.undo}
            </Button>
          )}
          <Button aria-busy={act.isBusy} disabled={!canConfirm} onClick={confirm}>
            {isConflict ? text.confirmMine : text.confirm}
          </Button>
        </div>
      </form>
      <LeaveGuard isNeeded={isChanged} />
      {isLeavingConfirmed && (
        <ConfirmDialog
          title={text.goBackTitle}
          action={text.goBack}
          act={() => send(null)}
          toast={text.wentBack}
          onClose={() => setLeavingConfirmed(false)}
        >
          <p>{text.goBackHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Focuses a chapter once the screen shows the last change. */
function useChapterFocus() {
  const [focused, setFocused] = useState<{ chapter: number }>()
  useLayoutEffect(() => {
    if (focused) document.getElementById(chapterId(focused.chapter))?.focus()
  }, [focused])
  return (chapter: number) => setFocused({ chapter })
}

function chapterId(chapter: number): string {
  return `pairing-${chapter}`
}

type Parts = ChapterPairs['audiobook']['parts']

/** Renders the options only for the chapter that is or was visited: a long book has very many. */
function TrackChoice({
  id,
  parts,
  value,
  isOpen,
  canJoin,
  onOpen,
  onClose,
  onChange,
}: {
  id: string
  parts: Parts
  value: Choice
  isOpen: boolean
  canJoin: boolean
  onOpen: () => void
  onClose: () => void
  onChange: (value: Choice) => void
}) {
  const tracks = isOpen ? parts.map((_, index) => index) : typeof value === 'number' ? [value] : []
  return (
    <select
      class="pairing__choice"
      id={id}
      value={value ?? ''}
      onFocus={onOpen}
      onPointerDown={isOpen ? undefined : onOpen}
      onBlur={onClose}
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

/** The tracks of a pair after its first one, with a button to separate the last one. */
function FurtherTracks({
  pair: { audiobook },
  parts,
  onEnd,
}: {
  pair: ChapterPair
  parts: Parts
  onEnd: (track: number) => void
}) {
  const { first, last } = audiobook
  return indexesOf({ first: first + 1, last }).map((track) => (
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
  ))
}

/** A track in no pair, with a button that joins it to the pair before it. */
function LoneTrack({ name, onJoin }: { name: string; onJoin: (() => void) | undefined }) {
  return (
    <li class="pairing__pair" data-unpaired>
      <span class="pairing__alone">{text.onlyAudiobook}</span>
      <p class="pairing__further">
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

type Row =
  | { chapter: number; pair: ChapterPair | undefined; track?: undefined }
  /** A track in no pair, with the pair before it. */
  | { chapter?: undefined; pair: ChapterPair | undefined; track: number }

/** Returns the chapters in order, and between them the tracks that are in no pair. */
function rowsOf(pairs: ChapterPair[], count: number, loneTracks: number[]): Row[] {
  const rows: Row[] = []
  let chapter = 0
  let lone = 0
  const addTracks = (before = Number.POSITIVE_INFINITY, pair?: ChapterPair) => {
    while (loneTracks[lone]! < before) rows.push({ pair, track: loneTracks[lone++]! })
  }
  addTracks(pairs[0]?.audiobook.first ?? 0)
  for (const [at, pair] of pairs.entries()) {
    while (chapter < pair.ebook.first) rows.push({ chapter: chapter++, pair: undefined })
    while (chapter <= pair.ebook.last) rows.push({ chapter: chapter++, pair })
    addTracks(pairs[at + 1]?.audiobook.first, pair)
  }
  while (chapter < count) rows.push({ chapter: chapter++, pair: undefined })
  addTracks()
  return rows
}

/** Returns the chapters in no pair, and those before tracks that are in none. */
function chaptersAtGaps(rows: Row[]): number[] {
  return rows.flatMap(({ chapter, pair }) =>
    chapter === undefined ? [pair?.ebook.last ?? 0] : pair === undefined ? [chapter] : [],
  )
}

function nextAfter(chapters: number[], last = -1): number | undefined {
  return chapters.find((chapter) => chapter > last) ?? chapters[0]
}

function formatCounts(pairs: ChapterPair[], { ebook, audiobook }: ChapterPairs): string {
  const trackCount = audiobook.parts.length
  const chapters = { paired: choicesOf(pairs).size, all: ebook.parts.length }
  const tracks = { paired: trackCount - unpaired(pairs, trackCount).length, all: trackCount }
  return text.counts(pairs.length, chapters, tracks)
}

function trackName(parts: Parts, index: number): string {
  const { title, size } = parts[index]!
  return `${index + 1}. ${title || text.untitled} · ${formatDuration(size)}`
}

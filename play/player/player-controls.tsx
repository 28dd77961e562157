import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { BookIcon, ClockIcon, type Icon, ListIcon } from '@estante/design/icons/icons.tsx'
import { NextIcon, PreviousIcon, RibbonIcon, SpeedIcon } from '@estante/design/icons/title-icons.tsx'
import { nextTask } from '@estante/design/next-task.ts'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { annotationsOf, refusal } from '../annotations/page-annotations.ts'
import { goToOtherForm, isOpeningOtherForm } from '../places/other-form.ts'
import { text as placesText } from '../places/text.ts'
import { clockTime } from '../places/times.ts'
import { publicationPath } from '../publication/publication.ts'
import { ChapterTitle } from './chapter-title.tsx'
import { isNumbered } from './chapters.ts'
import { ChaptersSheet } from './chapters-sheet.tsx'
import { MarksSheet } from './marks-sheet.tsx'
import { Notices } from './notices.tsx'
import { PlayButton } from './play-button.tsx'
import type { Playback } from './playback.ts'
import { Scrubber } from './scrubber.tsx'
import { SkipButton } from './skip-button.tsx'
import { SleepSheet } from './sleep/sleep-sheet.tsx'
import { bookmarkAt, contentOf, inOrder, intervalOf } from './sound-marks.ts'
import { speedLabel } from './speed.ts'
import { SpeedSheet } from './speed-sheet.tsx'
import { text } from './text.ts'

/** How long a note is offered for a new bookmark. */
const MARKED_MS = 30_000

export type SheetName = 'chapters' | 'speed' | 'sleep' | 'marks'

/** The controls of the player, and the sheets that they open. */
export function PlayerControls({ playback, sheet }: { playback: Playback; sheet: Signal<SheetName | undefined> }) {
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
  // Also when the book ends, or its sound fails: an open sheet would open again with the controls.
  useEffect(() => close, [])
  const publication = playback.publication.value!
  const chapters = playback.chapters.value
  const index = playback.chapterIndex.value
  const hasChapters = chapters.length > 1

  function mark() {
    const second = playback.time.value
    const interval = { start: second, end: second }
    const id =
      bookmarkAt(second, marks.items.value)?.id ??
      marks.make(contentOf(interval, '', playback.manifest.value!, chapters, publication.revision))
    marked.value = { id, second }
  }

  return (
    <>
      <Notices
        playback={playback}
        markedAt={marked.value?.second}
        hasConflict={marks.conflicts.value.some(({ id }) => inOrder(marks.items.value).some((one) => one.id === id))}
        onNote={() => {
          edited.value = marked.value?.id
          isNew.current = true
          sheet.value = 'marks'
          marked.value = undefined
        }}
        onAnswer={() => (sheet.value = 'marks')}
      />
      {playback.isFinished.value ? (
        <div class="player__finished">
          <p class="player__finished-title">{text.finished}</p>
          <p>{text.finishedHelp}</p>
        </div>
      ) : (
        <button class="player__chapter stack" type="button" onClick={() => openLater(sheet, 'chapters')}>
          {hasChapters && (
            <span class="player__chapter-number tabular">
              {(isNumbered(chapters[index]!.title) ? text.partOf : text.chapterOf)(index + 1, chapters.length)}
            </span>
          )}
          <span class="player__chapter-title one-line">
            <ChapterTitle playback={playback} />
          </span>
        </button>
      )}
      <Scrubber playback={playback} marks={marks.items.value.map((one) => intervalOf(one).start)} />
      <Transport playback={playback} />
      <Tools playback={playback} sheet={sheet} onMark={mark} />
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

function Transport({ playback }: { playback: Playback }) {
  const isUnready = !playback.isReady.value
  const isLast = playback.chapterIndex.value >= playback.chapters.value.length - 1
  return (
    <div class="player__transport">
      <IconButton
        label={text.previousChapter}
        icon={PreviousIcon}
        disabled={isUnready}
        onClick={playback.previousChapter}
      />
      <SkipButton seconds={-playback.skipBack.value} onClick={playback.back} disabled={isUnready} />
      <PlayButton playback={playback} size="large" />
      <SkipButton seconds={playback.skipForward.value} onClick={playback.forward} disabled={isUnready} />
      <IconButton
        label={text.nextChapter}
        icon={NextIcon}
        disabled={isUnready || isLast}
        onClick={playback.nextChapter}
      />
    </div>
  )
}

/** Opens a sheet after the frame that shows the tap (`nextTask`). */
async function openLater(sheet: Signal<SheetName | undefined>, name: SheetName) {
  await nextTask()
  sheet.value = name
}

interface ToolsProps {
  playback: Playback
  sheet: Signal<SheetName | undefined>
  onMark: () => void
}

/** The tools under the transport controls: `onMark` bookmarks the present second. */
function Tools({ playback, sheet, onMark }: ToolsProps) {
  const publication = playback.publication.value!
  const sleepLeft = playback.sleep.remaining.value
  const isSleeping = playback.sleep.choice.value !== undefined
  return (
    <div class="player__tools">
      <Tool label={text.chapters} icon={ListIcon} onClick={() => openLater(sheet, 'chapters')} />
      <Tool label={text.speed} icon={SpeedIcon} onClick={() => openLater(sheet, 'speed')}>
        {speedLabel(playback.speed.value)}
      </Tool>
      <Tool label={text.timer} icon={ClockIcon} isOn={isSleeping} onClick={() => openLater(sheet, 'sleep')}>
        {isSleeping && sleepLeft !== undefined ? clockTime(Math.ceil(sleepLeft)) : undefined}
      </Tool>
      <button class="player__tool" type="button" disabled={!playback.isReady.value} onClick={onMark}>
        <span class="player__tool-drawing centered" aria-hidden="true">
          <RibbonIcon />
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
            void goToOtherForm(publication, { timeMs })
          }}
        >
          <span class="player__tool-drawing centered">
            {isOpeningOtherForm.value ? <Spinner label={placesText.openingOtherForm} /> : <BookIcon />}
          </span>
          <span class="player__tool-name">{text.readFromHere}</span>
        </a>
      )}
    </div>
  )
}

interface ToolProps {
  label: string
  icon: Icon
  isOn?: boolean
  onClick: () => void
  children?: ComponentChildren
}

/** A tool: icon or present value, and name. */
function Tool({ label, icon: Drawn, isOn = false, onClick, children }: ToolProps) {
  return (
    <button
      class="player__tool"
      type="button"
      aria-haspopup="dialog"
      aria-description={typeof children === 'string' ? children : undefined}
      data-on={isOn}
      onClick={onClick}
    >
      <span class="player__tool-drawing centered" aria-hidden="true">
        {children ? <span class="player__tool-value tabular">{children}</span> : <Drawn />}
      </span>
      <span class="player__tool-name">{label}</span>
    </button>
  )
}

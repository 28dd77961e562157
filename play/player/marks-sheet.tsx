import type { Annotation } from '@estante/contract/play/annotations.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { TextArea } from '@estante/design/field/text-area.tsx'
import { PlayIcon } from '@estante/design/icons/icons.tsx'
import { PauseIcon } from '@estante/design/icons/title-icons.tsx'
import { Slider } from '@estante/design/slider/slider.tsx'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { AnnotationConflict } from '../annotations/annotation-conflict.tsx'
import { destinationOf } from '../annotations/destination-of.ts'
import { type annotationsOf, MAX_NOTE_CHARACTERS } from '../annotations/page-annotations.ts'
import { remarkOf } from '../annotations/remark.ts'
import { useDraft } from '../annotations/use-draft.ts'
import { clockTime, spokenTime } from '../places/times.ts'
import { langOf } from '../publication/publication.ts'
import { Sheet } from '../shell/sheet.tsx'
import { playFrom } from './play-from.ts'
import type { Playback } from './playback.ts'
import { contentOf, type Interval, inOrder, intervalOf, moveEdge } from './sound-marks.ts'
import { text } from './text.ts'
import './marks-sheet.css'

/** How far the slider of an edge leads beyond the clip: a finger moves about half a second per pixel. */
const REACH_SECONDS = 60

interface Props {
  playback: Playback
  marks: ReturnType<typeof annotationsOf>
  open: boolean
  /** The bookmark whose note is edited; undefined shows the list. */
  edited: string | undefined
  onEdit: (id: string | undefined) => void
  onSaved: () => void
  onClose: () => void
}

/** The bookmarks and clips of a title; selecting one plays from there. Closing it saves the edited one. */
export function MarksSheet(props: Props) {
  const { marks, open, edited, onClose } = props
  /** The last deleted one, while the sheet is open. */
  const removed = useSignal<Annotation | undefined>(undefined)
  useEffect(() => {
    if (!open) removed.value = undefined
  }, [open])
  const last = useRef(edited)
  last.current = edited ?? last.current
  const opened = useRef<Annotation | undefined>(undefined)
  const found = marks.items.value.find(({ id }) => id === edited)
  // A mark that another device deletes stays in its editor.
  if (found || edited === undefined) opened.current = found
  const mark = opened.current
  return (
    <Sheet open={open} title={mark ? text.editMark[kindOf(mark)] : text.marks} onClose={onClose}>
      <div class="sound-marks">
        <div role="status">
          {!mark && removed.value && (
            <p class="sound-marks__removed line">
              {text.markRemoved[kindOf(removed.value)]}
              <Button
                variant="plain"
                onClick={() => {
                  marks.restore(removed.value!)
                  removed.value = undefined
                }}
              >
                {text.undo}
              </Button>
            </p>
          )}
        </div>
        {mark ? (
          <Editor key={mark.id} {...props} mark={mark} removed={removed} />
        ) : (
          <List {...props} last={last.current} />
        )}
      </div>
    </Sheet>
  )
}

function kindOf({ start, end }: Annotation): 'bookmark' | 'clip' {
  return end > start ? 'clip' : 'bookmark'
}

type LastDeletion = { removed: Signal<Annotation | undefined> }

/** `last`: the bookmark edited last, whose button receives the focus again. */
function List({ playback, marks, last, onEdit, onClose }: Props & { last: string | undefined }) {
  const items = inOrder(marks.items.value)
  useLayoutEffect(() => document.getElementById(`edit-${last}`)?.focus(), [items.length])
  return (
    <>
      {items.length === 0 && <p class="note">{text.noMarks}</p>}
      <ol class="lined">
        {items.map((mark) => (
          <li class="sound-marks__line" key={mark.id}>
            <button
              class="sound-marks__mark sheet__row stack grows"
              type="button"
              onClick={() => {
                playFrom(playback, destinationOf('audiobook', mark))
                onClose()
              }}
            >
              <span class="bold tabular">{timeOf(intervalOf(mark))}</span>
              <span class="note" lang={langOf(playback.publication.value)}>
                {mark.locator.title}
              </span>
              {mark.note && <span class="sound-marks__note">{mark.note}</span>}
              <Remark mark={mark} marks={marks} />
            </button>
            <Button
              variant="plain"
              id={`edit-${mark.id}`}
              aria-label={`${text.editMarkAt[kindOf(mark)]} ${timeOf(intervalOf(mark))}`}
              onClick={() => onEdit(mark.id)}
            >
              {text.edit}
            </Button>
            <AnnotationConflict id={mark.id} marks={marks} />
          </li>
        ))}
      </ol>
      {items.length > 0 && (
        <ButtonLink variant="soft" href={screenPath({ name: 'notebook', of: playback.id })}>
          {text.notebook}
        </ButtonLink>
      )}
    </>
  )

  function timeOf({ start, end }: Interval) {
    return end > start ? `${clockTime(start)} – ${clockTime(end)}` : clockTime(start)
  }
}

function Remark({ mark, marks }: Pick<Props, 'marks'> & { mark: Annotation }) {
  const remark = remarkOf(mark, marks)
  return remark ? <span class="note">{remark}</span> : null
}

function Editor({ playback, marks, mark, removed, onEdit, onSaved }: Props & LastDeletion & { mark: Annotation }) {
  const [opened] = useState(() => intervalOf(mark))
  const interval = useSignal(opened)
  const note = useSignal(mark.note ?? '')
  const isPlaying = playback.isPlaying.value

  function listen() {
    const { start, end } = interval.value
    playFrom(playback, destinationOf('audiobook', { ...mark, start: start * 1000, end: end * 1000 }))
  }

  const discardDraft = useDraft(mark, marks, () => {
    const { publication, manifest, chapters } = playback
    const { revision } = publication.peek()!
    return contentOf(interval.peek(), note.peek(), manifest.peek()!, chapters.peek(), revision)
  })

  return (
    <>
      <TextArea
        label={text.note}
        value={note.value}
        maxLength={MAX_NOTE_CHARACTERS}
        autofocus
        onInput={(value) => (note.value = value)}
      />
      {(['start', 'end'] as const).map((edge) => (
        <Edge
          key={edge}
          label={text.edges[edge]}
          second={interval.value[edge]}
          from={Math.max(0, opened.start - REACH_SECONDS)}
          to={Math.min(playback.duration.value, opened.end + REACH_SECONDS)}
          onMove={(bySeconds) => {
            interval.value = moveEdge(interval.value, edge, bySeconds, playback.duration.value)
            return interval.value[edge]
          }}
        />
      ))}
      {interval.value.end > interval.value.start ? (
        <Button variant="soft" icon={isPlaying ? PauseIcon : PlayIcon} onClick={isPlaying ? playback.pause : listen}>
          {isPlaying ? text.pause : text.listenToClip}
        </Button>
      ) : (
        <p class="note">{text.clipHelp}</p>
      )}
      <div class="sheet__acts row">
        <Button onClick={onSaved}>{text.saveMark}</Button>
        <Button
          variant="danger"
          onClick={() => {
            removed.value = discardDraft()
            marks.remove(removed.value)
            onEdit(undefined)
          }}
        >
          {text.removeMark}
        </Button>
      </div>
    </>
  )
}

interface EdgeProps {
  label: string
  second: number
  from: number
  to: number
  /** Returns the second that it is moved to. */
  onMove: (bySeconds: number) => number
}

/** The start or the end of a clip: a slider, and buttons for the last second. */
function Edge({ label, second, from, to, onMove }: EdgeProps) {
  // The slider says its value by itself.
  const announcement = useSignal('')
  const step = (bySeconds: number) => {
    announcement.value = spokenTime(onMove(bySeconds))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out beside the time
    <div class="sound-marks__edge" role="group" aria-label={label}>
      <span class="bold">{label}</span>
      <span class="tabular" aria-hidden="true">
        {clockTime(second)}
      </span>
      <span class="visually-hidden" role="status">
        {announcement}
      </span>
      <div class="sound-marks__edge-steps line">
        <Button variant="soft" aria-label={text.earlier} onClick={() => step(-1)}>
          −
        </Button>
        <Slider
          label={label}
          value={second}
          min={from}
          max={to}
          valueText={spokenTime(second)}
          onInput={(next) => onMove(next - second)}
        />
        <Button variant="soft" aria-label={text.later} onClick={() => step(1)}>
          +
        </Button>
      </div>
    </div>
  )
}

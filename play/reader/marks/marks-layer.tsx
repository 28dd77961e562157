import type { Annotation } from '@estante/contract/play/annotations.ts'
import { Button } from '@estante/design/button/button.tsx'
import { TextArea } from '@estante/design/field/text-area.tsx'
import { useSignal } from '@preact/signals'
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { withNote } from '../../annotations/note.ts'
import { MAX_NOTE_CHARACTERS } from '../../annotations/page-annotations.ts'
import { useDraft } from '../../annotations/use-draft.ts'
import { langOf } from '../../publication/publication.ts'
import { recoverFocus } from '../../shell/arrival.ts'
import { Sheet } from '../../shell/sheet.tsx'
import type { Reader } from '../reader.ts'
import type { ActivePassage } from './active-passage.ts'
import { COLORS, type Marks } from './marks.ts'
import { text } from './marks-text.ts'
import './marks-layer.css'

const GAP_PX = 10
/** Height of the handles below a selection made by touch. */
const HANDLE_PX = 34
const EDGE_PX = 8

interface MarksLayerProps {
  reader: Reader
  /** Searches the book for the selected words. */
  onSearch: (selection: string) => void
}

/** Overlay of the pages: toolbar of a selection or mark, ribbon of a bookmark, notice and note editor. */
export function MarksLayer({ reader, onSearch }: MarksLayerProps) {
  const { marks } = reader
  const active = marks.active.value
  return (
    <>
      <div class="marks">
        {marks.bookmarks.value.length > 0 && <span class="marks__ribbon" aria-hidden="true" />}
        {active && <Bar key={active.annotation?.id ?? ''} reader={reader} active={active} onSearch={onSearch} />}
        <p class="visually-hidden" role="status">
          {marks.announcement.value}
        </p>
      </div>
      <NoteSheet marks={marks} lang={langOf(reader.publication.value)} />
    </>
  )
}

/** Toolbar with four colours and the actions on the text. Covers none of it where there is room above or below. */
function Bar({ reader, active, onSearch }: MarksLayerProps & { active: ActivePassage }) {
  const { marks } = reader
  const { annotation } = active
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bar.current) position(bar.current, active)
  }, [active])
  const { isByKey } = active
  // Focus the bar when the selection was made or opened by key.
  useLayoutEffect(() => {
    const element = bar.current
    if (!isByKey || !element) return
    const before = document.activeElement as HTMLElement | null
    const chosen = element.querySelector<HTMLElement>('[aria-pressed="true"]') ?? element.querySelector('button')
    chosen?.focus({ preventScroll: true })
    return () => {
      if (!element.contains(document.activeElement)) return
      ;(document.activeElement as HTMLElement).blur()
      before?.focus({ preventScroll: true })
      recoverFocus()
    }
  }, [isByKey])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') marks.done()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [marks])
  return (
    <div
      class="marks__bar"
      ref={bar}
      role="toolbar"
      aria-label={annotation ? text.markBar : text.bar}
      onKeyDown={moveFocus}
      // Pressing a button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div class="marks__colors">
        {COLORS.map((color) => (
          <button
            key={color}
            class="marks__color centered"
            type="button"
            aria-label={text.colors[color]}
            title={text.colors[color]}
            aria-pressed={annotation ? annotation.color === color : undefined}
            style={{ '--mark': `var(--swatch-${color}, var(--mark-${color}))` }}
            onClick={() => marks.color(color)}
          />
        ))}
      </div>
      <div class="marks__acts">
        <button class="marks__act label" type="button" onClick={() => marks.write()}>
          {annotation?.note ? text.editNote : text.note}
        </button>
        {!annotation && reader.lookup.canDefine(active.highlight) && (
          <button class="marks__act label" type="button" onClick={() => reader.lookup.define(active.highlight)}>
            {text.define}
          </button>
        )}
        {!annotation && reader.search.canSearch(active.highlight) && (
          <button class="marks__act label" type="button" onClick={() => onSearch(active.highlight)}>
            {text.search}
          </button>
        )}
        {!annotation && reader.lookup.canTranslate() && (
          <button class="marks__act label" type="button" onClick={() => reader.lookup.translate(active.highlight)}>
            {text.translate}
          </button>
        )}
        <button class="marks__act label" type="button" onClick={() => void marks.copy()}>
          {text.copy}
        </button>
        {marks.canShare() && (
          <button class="marks__act label" type="button" onClick={() => void marks.share(reader.publication.value!)}>
            {text.share}
          </button>
        )}
        {annotation && (
          <button class="marks__act label" type="button" onClick={() => marks.remove(annotation)}>
            {text.remove}
          </button>
        )}
      </div>
    </div>
  )
}

/** Moves the focus in a toolbar, by arrow keys: https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/ */
function moveFocus(event: TargetedKeyboardEvent<HTMLElement>) {
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const last = buttons.length - 1
  const next = new Map([
    ['ArrowRight', at === last ? 0 : at + 1],
    ['ArrowLeft', at <= 0 ? last : at - 1],
    ['Home', 0],
    ['End', last],
  ]).get(event.key)
  if (next === undefined) return
  // Elsewhere these keys turn the page.
  event.preventDefault()
  event.stopPropagation()
  buttons[next]?.focus()
}

/**
 * Places the toolbar below a touch selection, since the system's own menu is above it, and above a mouse selection
 * where that does not cover the reader's tools.
 */
function position(bar: HTMLElement, { boxes, isTouch }: ActivePassage) {
  const layer = bar.parentElement!
  const { clientWidth, clientHeight } = layer
  const { offsetWidth: width, offsetHeight: height } = bar
  const top = Math.min(...boxes.map((box) => box.top))
  const bottom = Math.max(...boxes.map((box) => box.bottom))
  const left = Math.min(...boxes.map((box) => box.left))
  const right = Math.max(...boxes.map((box) => box.right))
  const above = top - GAP_PX - height
  const below = bottom + (isTouch ? HANDLE_PX : GAP_PX)
  const fitsAbove = above >= roomOfTools(layer) + EDGE_PX
  const fitsBelow = below + height <= clientHeight - EDGE_PX
  const isBelow = fitsBelow && (isTouch || !fitsAbove)
  const y = isBelow ? below : fitsAbove ? above : clientHeight - height - EDGE_PX
  const x = Math.min(Math.max(EDGE_PX, (left + right - width) / 2), clientWidth - width - EDGE_PX)
  bar.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}

/** Returns the height of the tools that cover the pages, or would if they were shown. */
function roomOfTools({ offsetTop, parentElement }: HTMLElement) {
  const tools = parentElement!.querySelector<HTMLElement>('.reader__tools')
  return tools ? Math.max(0, tools.offsetTop + tools.offsetHeight - offsetTop) : 0
}

/** Sheet that edits a note; closing it saves the text. */
function NoteSheet({ marks, lang }: { marks: Marks; lang: string | undefined }) {
  const edited = marks.edited.value
  return (
    <Sheet open={edited !== undefined} title={text.note} onClose={marks.closeNote}>
      {edited && <NoteEditor key={edited.id} annotation={edited} marks={marks} lang={lang} />}
    </Sheet>
  )
}

function NoteEditor({ annotation, marks, lang }: { annotation: Annotation; marks: Marks; lang: string | undefined }) {
  const written = useSignal(annotation.note ?? '')
  useDraft(annotation, marks, () => withNote(annotation, written.peek()))
  return (
    <div class="stack gap-4">
      {annotation.locator.text?.highlight && (
        <blockquote class="mark-note__quote clamped soft" dir="auto" lang={lang}>
          {annotation.locator.text.highlight}
        </blockquote>
      )}
      <TextArea
        label={text.yourNote}
        value={written.value}
        maxLength={MAX_NOTE_CHARACTERS}
        autofocus
        onInput={(value) => {
          written.value = value
        }}
      />
      <Button onClick={marks.closeNote}>{text.done}</Button>
    </div>
  )
}

import type { Annotation } from '@estante/contract/play/annotations.ts'
import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { excerptOf } from '../../annotations/excerpt-of.ts'
import { langOf } from '../../publication/publication.ts'
import { recoverFocus } from '../../shell/arrival.ts'
import type { Reader } from '../reader.ts'
import { joinLines, type MarkBox } from './mark-boxes.ts'
import { text } from './marks-text.ts'
import './mark-buttons.css'

/** Characters of a highlight in the name of its button. */
const MAX_LABEL_CHARACTERS = 120

/**
 * A button for each highlight of the visible page, by which keyboards and screen readers reach it. A ring shows where
 * the highlight is; pointers press the text itself.
 */
export function MarkButtons({ reader }: { reader: Reader }) {
  const highlights = reader.marks.highlights.value
  // The focused one may be gone, with its page or removed.
  useLayoutEffect(() => recoverFocus, [highlights])
  return (
    <div class="mark-buttons" inert={reader.isAtEnd.value}>
      {highlights.length > 0 && (
        <ul aria-label={text.onPage}>
          {highlights.map((highlight) => (
            <MarkButton key={highlight.id} reader={reader} highlight={highlight} />
          ))}
        </ul>
      )}
    </div>
  )
}

function MarkButton({ reader, highlight }: { reader: Reader; highlight: Annotation }) {
  const { marks } = reader
  const isFocused = useSignal(false)
  const active = marks.active.value
  const isOpen = active?.isByKey === true && active.annotation?.id === highlight.id
  // Measured again when the page is laid out or scrolled.
  void reader.position.value
  const boxes = isFocused.value || isOpen ? joinLines(marks.boxesOf(highlight)) : []
  return (
    <li>
      <button
        class="mark-buttons__button"
        type="button"
        style={boxes[0] && boxStyle(boxes[0])}
        onFocus={() => (isFocused.value = true)}
        onBlur={() => (isFocused.value = false)}
        onClick={() => marks.openByKey(highlight)}
      >
        <span class="visually-hidden">
          {text.highlightOf(highlight.color!)}
          {highlight.note !== null && `, ${text.withNote}`}:{' '}
          <span lang={langOf(reader.publication.value)}>
            {excerptOf(highlight.locator.text?.highlight ?? '', MAX_LABEL_CHARACTERS)}
          </span>
        </span>
      </button>
      {boxes.map((box, index) => (
        <i key={index} class="mark-buttons__ring" style={boxStyle(box)} />
      ))}
    </li>
  )
}

function boxStyle({ left, top, right, bottom }: MarkBox) {
  return { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` }
}

import type { Annotation } from '@estante/contract/play/annotations.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { remarkOf } from '../../annotations/remark.ts'
import { langOf } from '../../publication/publication.ts'
import { recoverFocus } from '../../shell/arrival.ts'
import type { Reader } from '../reader.ts'
import { MarksNotice } from './marks-notice.tsx'
import { text } from './marks-text.ts'
import './annotations-list.css'

/** Letters of a quote, or of a note, in the names of its buttons. */
const SUMMARY_LETTERS = 60

/** The member's annotations in the book, in its order; selecting one goes there. */
export function AnnotationsList({ reader, onGo }: { reader: Reader; onGo: () => void }) {
  return (
    <>
      <Items reader={reader} onGo={onGo} />
      {reader.marks.items.value.length > 0 && (
        <ButtonLink variant="soft" href={screenPath({ name: 'notebook', of: reader.id })}>
          {text.notebook}
        </ButtonLink>
      )}
      <MarksNotice marks={reader.marks} />
    </>
  )
}

function Items({ reader, onGo }: { reader: Reader; onGo: () => void }) {
  const items = reader.marks.items.value
  const list = useRef<HTMLOListElement>(null)
  const removedAt = useRef<number | undefined>(undefined)
  // The pressed button is gone.
  useLayoutEffect(() => {
    if (removedAt.current === undefined) return
    const next = list.current?.children[Math.min(removedAt.current, items.length - 1)]
    removedAt.current = undefined
    next?.querySelector<HTMLElement>('button:enabled')?.focus()
    recoverFocus()
  }, [items])
  if (items.length === 0) {
    return (
      <div class="annotations__none soft">
        <p>
          <strong>{text.none}</strong>
        </p>
        <p>{text.noneHelp}</p>
      </div>
    )
  }
  return (
    <ol class="annotations long-list" ref={list}>
      <BatchedRows rows={items}>
        {(annotation, index) => (
          <li key={annotation.id} class="annotations__item stack">
            <button
              class="annotations__place stack"
              type="button"
              disabled={annotation.isLost}
              style={
                annotation.color
                  ? { '--mark': `var(--swatch-${annotation.color}, var(--mark-${annotation.color}))` }
                  : undefined
              }
              onClick={() => {
                reader.marks.goTo(annotation)
                onGo()
              }}
            >
              <span class="annotations__kind note line gap-2">{kindOf(annotation)}</span>
              {annotation.locator.text?.highlight && (
                <span class="annotations__quote clamped" dir="auto" lang={langOf(reader.publication.value)}>
                  {annotation.locator.text.highlight}
                </span>
              )}
              {annotation.note && (
                <span class="annotations__note" dir="auto">
                  {annotation.note}
                </span>
              )}
              <Remark annotation={annotation} reader={reader} />
            </button>
            <span class="annotations__acts">
              <button
                class="annotations__act label"
                type="button"
                aria-label={text.actOn(annotation.note ? text.editNote : text.addNote, summaryOf(annotation))}
                onClick={() => reader.marks.write(annotation)}
              >
                {annotation.note ? text.editNote : text.addNote}
              </button>
              <button
                class="annotations__act label"
                type="button"
                aria-label={text.actOn(text.remove, summaryOf(annotation))}
                onClick={() => {
                  removedAt.current = index
                  reader.marks.remove(annotation)
                }}
              >
                {text.remove}
              </button>
            </span>
          </li>
        )}
      </BatchedRows>
    </ol>
  )
}

function Remark({ annotation, reader }: { annotation: Annotation; reader: Reader }) {
  const remark = remarkOf(annotation, reader.marks)
  return remark ? <span class="note">{remark}</span> : null
}

/** Names an annotation among those of the list. */
function summaryOf(annotation: Annotation) {
  return (annotation.locator.text?.highlight?.trim() || annotation.note || kindOf(annotation)).slice(0, SUMMARY_LETTERS)
}

function kindOf({ motivation, color, locator }: Annotation) {
  const kind = motivation === 'bookmarking' ? text.bookmarkLabel : text.highlightLabel
  const name = color && motivation !== 'bookmarking' ? text.highlightOf(color) : kind
  return [name, locator.title].filter(Boolean).join(' · ')
}

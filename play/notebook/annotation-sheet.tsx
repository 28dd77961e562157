import type { Annotation, AnnotationColor } from '@estante/contract/play/annotations.ts'
import { Button } from '@estante/design/button/button.tsx'
import { TextArea } from '@estante/design/field/text-area.tsx'
import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { withNote } from '../annotations/note.ts'
import { type annotationsOf, MAX_NOTE_CHARACTERS } from '../annotations/page-annotations.ts'
import { useDraft } from '../annotations/use-draft.ts'
import { langOf } from '../publication/publication.ts'
import { Sheet } from '../shell/sheet.tsx'
import { focusCard } from './annotation-card.tsx'
import type { AnnotatedPublication } from './notebook.ts'
import type { DeletedAnnotation } from './removed-notice.tsx'
import { text } from './text.ts'

export interface AnnotationTarget {
  annotation: Annotation
  marks: ReturnType<typeof annotationsOf>
  publication: Pick<AnnotatedPublication, 'type' | 'language'>
}

interface AnnotationSheetProps {
  edited: Signal<AnnotationTarget | undefined>
  removed: Signal<DeletedAnnotation | undefined>
}

/** Changes the note and the colour of an annotation, or deletes it, which can be undone. Closing it saves. */
export function AnnotationSheet({ edited, removed }: AnnotationSheetProps) {
  /** The id of the card that gets the focus: the button that opened the sheet goes with a deleted one. */
  const cardBeside = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    focusCard(cardBeside.current)
    cardBeside.current = undefined
  }, [edited.value])
  const close = () => {
    edited.value = undefined
  }
  const remove = (deleted: DeletedAnnotation) => {
    cardBeside.current = findCardBeside(deleted.annotation.id)
    deleted.marks.remove(deleted.annotation)
    removed.value = deleted
    close()
  }
  return (
    <Sheet open={edited.value !== undefined} title={text.editTitle} onClose={close}>
      {edited.value && <Editor key={edited.value.annotation.id} {...edited.value} onRemove={remove} onClose={close} />}
    </Sheet>
  )
}

/** Returns the id of the next card, or of the one before the last. */
function findCardBeside(id: string): string | undefined {
  const cards = [...document.querySelectorAll('.annotation')]
  const at = cards.findIndex((card) => card.id === id)
  return (cards[at + 1] ?? cards[at - 1])?.id
}

function Editor({
  annotation,
  marks,
  publication,
  onRemove,
  onClose,
}: AnnotationTarget & { onRemove: (deleted: DeletedAnnotation) => void; onClose: () => void }) {
  const note = useSignal(annotation.note ?? '')
  const color = useSignal(annotation.color)
  const isBookmark = annotation.motivation === 'bookmarking'

  const discardDraft = useDraft(annotation, marks, () => ({
    ...withNote(annotation, note.peek()),
    color: color.peek(),
  }))

  return (
    <div class="stack gap-4">
      {annotation.locator.text?.highlight && (
        <blockquote class="annotation-editor__quote clamped soft" dir="auto" lang={langOf(publication)}>
          {annotation.locator.text.highlight}
        </blockquote>
      )}
      {!isBookmark && publication.type === 'ebook' && (
        <fieldset class="annotation-editor__colors">
          <legend class="visually-hidden">{text.color}</legend>
          {(Object.keys(text.colors) as AnnotationColor[]).map((one) => (
            <label key={one} class="annotation-editor__color centered" data-color={one} title={text.colors[one]}>
              <input
                class="annotation-editor__input"
                type="radio"
                name="color"
                aria-label={text.colors[one]}
                checked={color.value === one}
                onChange={() => (color.value = one)}
              />
              <span class="annotation-editor__dot" />
            </label>
          ))}
        </fieldset>
      )}
      <TextArea
        label={text.yourNote}
        value={note.value}
        maxLength={MAX_NOTE_CHARACTERS}
        onInput={(value) => (note.value = value)}
      />
      <div class="sheet__acts row">
        <Button onClick={onClose}>{text.save}</Button>
        <Button variant="danger" onClick={() => onRemove({ annotation: discardDraft(), marks })}>
          {text.remove}
        </Button>
      </div>
    </div>
  )
}

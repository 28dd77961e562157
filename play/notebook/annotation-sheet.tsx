import type { Annotation, AnnotationColor } from '@estante/contract/play/annotations.ts'
import { Button } from '@estante/design/button/button.tsx'
import { TextArea } from '@estante/design/field/text-area.tsx'
import { type Signal, useSignal } from '@preact/signals'
import { withNote } from '../annotations/note.ts'
import { type annotationsOf, MAX_NOTE_CHARACTERS } from '../annotations/page-annotations.ts'
import { useDraft } from '../annotations/use-draft.ts'
import { langOf } from '../publication/publication.ts'
import { Sheet } from '../shell/sheet.tsx'
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
  const close = () => {
    edited.value = undefined
  }
  return (
    <Sheet open={edited.value !== undefined} title={text.editTitle} onClose={close}>
      {edited.value && <Editor key={edited.value.annotation.id} {...edited.value} removed={removed} onClose={close} />}
    </Sheet>
  )
}

function Editor({
  annotation,
  marks,
  publication,
  removed,
  onClose,
}: AnnotationTarget & { removed: Signal<DeletedAnnotation | undefined>; onClose: () => void }) {
  const note = useSignal(annotation.note ?? '')
  const color = useSignal(annotation.color)
  const isBookmark = annotation.motivation === 'bookmarking'

  const discardDraft = useDraft(annotation, marks, () => ({
    ...withNote(annotation, note.peek()),
    color: color.peek(),
  }))

  function remove() {
    const deleted = discardDraft()
    marks.remove(deleted)
    removed.value = { annotation: deleted, marks }
    onClose()
  }

  return (
    <div class="annotation-editor stack">
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
      <div class="row">
        <Button onClick={onClose}>{text.save}</Button>
        <Button variant="danger" onClick={remove}>
          {text.remove}
        </Button>
      </div>
    </div>
  )
}

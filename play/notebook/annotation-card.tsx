import type { Annotation } from '@estante/contract/play/annotations.ts'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { MoreIcon } from '@estante/design/icons/icons.tsx'
import { RibbonIcon } from '@estante/design/icons/title-icons.tsx'
import { AnnotationConflict } from '../annotations/annotation-conflict.tsx'
import { destinationOf } from '../annotations/destination-of.ts'
import type { annotationsOf } from '../annotations/page-annotations.ts'
import { remarkOf } from '../annotations/remark.ts'
import { leadTo } from '../places/destination.ts'
import { clockTime } from '../places/times.ts'
import { langOf, publicationPath } from '../publication/publication.ts'
import { navigate } from '../router.ts'
import type { AnnotatedPublication } from './notebook.ts'
import { text } from './text.ts'

interface AnnotationCardProps {
  annotation: Annotation
  publication: Pick<AnnotatedPublication, 'id' | 'type' | 'language' | 'isAvailable'>
  marks: ReturnType<typeof annotationsOf>
  showsChapter?: boolean
  onEdit: () => void
}

/** Shows an annotation: a tap opens the title there, the dots open its sheet. */
export function AnnotationCard({ annotation, publication, marks, showsChapter = false, onEdit }: AnnotationCardProps) {
  const { id, motivation, color, note, locator, isLost } = annotation
  const isBookmark = motivation === 'bookmarking'
  const quote = isBookmark ? wholeWordsOf(locator.text?.highlight) : locator.text?.highlight
  const about = [labelOf(annotation, publication.type), showsChapter && locator.title, remarkOf(annotation, marks)]
  return (
    <li class="annotation" id={id} data-color={isBookmark ? undefined : (color ?? undefined)}>
      <button
        class="annotation__place stack"
        type="button"
        disabled={isLost || !publication.isAvailable}
        onClick={() => {
          leadTo(publication.id, destinationOf(publication.type, annotation))
          navigate(publicationPath(publication))
        }}
      >
        <span class="annotation__about note tabular line">
          {isBookmark && <RibbonIcon />}
          {about.filter(Boolean).join(' · ')}
        </span>
        {quote && (
          <span class="annotation__quote clamped" dir="auto" lang={langOf(publication)}>
            {quote}
          </span>
        )}
        {note && (
          <span class="annotation__note" dir="auto">
            {note}
          </span>
        )}
      </button>
      <IconButton
        label={text.edit((quote ?? note ?? labelOf(annotation, publication.type)).slice(0, 60))}
        icon={MoreIcon}
        aria-haspopup="dialog"
        onClick={onEdit}
      />
      <AnnotationConflict id={id} marks={marks} />
    </li>
  )
}

/** Focuses the button that edits an annotation, if its card is on the screen. */
export function focusCard(id: string | undefined) {
  document
    .getElementById(id ?? '')
    ?.querySelector<HTMLElement>('[aria-haspopup]')
    ?.focus()
}

/** Cuts the text that follows a bookmark, which may end within a word, to whole words; not after a whole sentence. */
function wholeWordsOf(text: string | undefined) {
  return /[.!?…]["”’»)]*$/.test(text ?? '') ? text : text?.replace(/[\s,;:]+\S*$/, '…')
}

function labelOf({ motivation, color, start, end }: Annotation, type: AnnotatedPublication['type']): string {
  if (type === 'audiobook') {
    return end > start
      ? `${text.clip} · ${clockTime(start / 1000)} – ${clockTime(end / 1000)}`
      : `${text.bookmark} · ${clockTime(start / 1000)}`
  }
  if (motivation === 'bookmarking') return text.bookmark
  return color ? `${text.highlight} ${text.colors[color].toLowerCase()}` : text.highlight
}

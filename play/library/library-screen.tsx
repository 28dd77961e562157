import { ProblemState } from '@estante/client/problem-state.tsx'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { BookIcon, CheckIcon, ForwardIcon, HeartIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { BookGrid, BookGridSkeleton } from '../publication/book-grid.tsx'
import { isFinished } from '../publication/finished.ts'
import { isStarted } from '../publication/publication.ts'
import { isSaved } from '../publication/saved.ts'
import { useResource } from '../session/resource.ts'
import { ExploreLink } from '../shell/explore-link.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as shellText } from '../text.ts'
import { text } from './text.ts'
import './library-screen.css'

const PARTS = ['started', 'saved', 'finished'] as const
type Part = (typeof PARTS)[number]

const parts = {
  started: { belongs: isStarted, icon: BookIcon },
  saved: { belongs: isSaved, icon: HeartIcon },
  finished: { belongs: isFinished, icon: CheckIcon },
} satisfies Record<Part, { belongs: (publication: PublicationCard) => boolean; icon: typeof BookIcon }>

/** The part that the member selected, remembered while the member visits other screens. */
const selectedPart = signal<Part | undefined>(undefined)

/** The member's titles, at first the first part that has any: a title that was just saved is in sight. */
export function LibraryScreen() {
  const library = useResource('/play/v1/library')
  const items = library.data.value?.items
  const firstPart = useRef<Part | undefined>(undefined)
  // Stays while the screen is open, though its last title may leave it.
  firstPart.current ??= items && PARTS.find((part) => items.some(parts[part].belongs))
  const part = selectedPart.value ?? firstPart.current ?? 'started'
  const { belongs, icon } = parts[part]
  const publications = items?.filter(belongs)
  return (
    <div class="stack gap-6">
      <ScreenHeader title={shellText.shell.library}>
        <Segmented
          label={text.show}
          options={PARTS.map((value) => ({ value, label: text[value] }))}
          value={part}
          onChange={(next) => (selectedPart.value = next)}
        />
        <p class="library__parts">
          {(['queue', 'lists', 'notebook'] as const).map((name) => (
            <a key={name} class="library__part bold breakable" href={screenPath({ name })}>
              {shellText.shell[name]}
              <ForwardIcon />
            </a>
          ))}
        </p>
      </ScreenHeader>
      {!publications && library.problem.value && (
        <ProblemState problem={library.problem.value} onRetry={library.load} />
      )}
      {!publications && !library.problem.value && <BookGridSkeleton />}
      {publications?.length === 0 && (
        <EmptyState icon={icon} title={text[`${part}EmptyTitle`]} action={<ExploreLink />}>
          {text[`${part}EmptyHelp`]}
        </EmptyState>
      )}
      {publications && publications.length > 0 && <BookGrid publications={publications} />}
    </div>
  )
}

import { ProblemState } from '@estante/client/problem-state.tsx'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { BookIcon, CheckIcon, ForwardIcon, RibbonIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { signal } from '@preact/signals'
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

type Part = 'started' | 'saved' | 'finished'

const parts = {
  started: { belongs: isStarted, icon: BookIcon },
  saved: { belongs: isSaved, icon: RibbonIcon },
  finished: { belongs: isFinished, icon: CheckIcon },
} satisfies Record<Part, { belongs: (publication: PublicationCard) => boolean; icon: typeof BookIcon }>

/** The selected part, remembered while the member visits other screens. */
const currentPart = signal<Part>('started')

export function LibraryScreen() {
  const library = useResource('/play/v1/library')
  const items = library.data.value?.items
  const { belongs, icon } = parts[currentPart.value]
  const publications = items?.filter(belongs)
  return (
    <div class="stack gap-6">
      <ScreenHeader title={shellText.shell.library}>
        <Segmented
          label={text.show}
          options={[
            { value: 'started', label: text.started },
            { value: 'saved', label: text.saved },
            { value: 'finished', label: text.finished },
          ]}
          value={currentPart.value}
          onChange={(part) => (currentPart.value = part)}
        />
        <p class="library__parts">
          {(['queue', 'lists', 'notebook'] as const).map((name) => (
            <a key={name} class="library__part" href={screenPath({ name })}>
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
        <EmptyState icon={icon} title={text[`${currentPart.value}EmptyTitle`]} action={<ExploreLink />}>
          {text[`${currentPart.value}EmptyHelp`]}
        </EmptyState>
      )}
      {publications && publications.length > 0 && <BookGrid publications={publications} />}
    </div>
  )
}

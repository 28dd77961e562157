import { ProblemState } from '@estante/client/problem-state.tsx'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon, DownIcon } from '@estante/design/icons/icons.tsx'
import { QueueIcon, UpIcon } from '@estante/design/icons/title-icons.tsx'
import { useEffect, useState } from 'preact/hooks'
import { Loading } from '../publication/book-grid.tsx'
import { BookRow, BookRowSkeleton } from '../publication/book-row.tsx'
import { publicationPath } from '../publication/publication.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as shellText } from '../text.ts'
import { stepOf } from './moved.ts'
import { putInQueue, queue, takeFromQueue } from './page-queue.ts'
import { text } from './text.ts'
import './queue-screen.css'

/** What the member wants next, in their order. */
export function QueueScreen() {
  const [said, setSaid] = useState('')
  useEffect(() => void queue.load(), [])
  const items = queue.data.value?.items
  const problem = queue.problem.value
  return (
    <div class="queue">
      <ScreenHeader
        title={text.title}
        above={<BackLink href={screenPath({ name: 'library' })}>{shellText.library.title}</BackLink>}
      >
        {items && items.length > 0 && (
          <p class="queue__help">
            {text.count(items.length)}. {text.help}
          </p>
        )}
      </ScreenHeader>
      <p class="visually-hidden" role="status">
        {said}
      </p>
      {!items && problem && <ProblemState problem={problem} onRetry={queue.load} />}
      {!items && !problem && (
        <div class="queue__list">
          <Loading />
          {Array.from({ length: 4 }, (_, place) => (
            <BookRowSkeleton key={place} />
          ))}
        </div>
      )}
      {items?.length === 0 && (
        <EmptyState
          icon={QueueIcon}
          title={text.emptyTitle}
          action={<ButtonLink href="/explorar">{text.explore}</ButtonLink>}
        >
          {text.emptyHelp}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ol class="queue__list" aria-label={text.list}>
          {items.map((publication, place) => (
            <li key={publication.id}>
              <BookRow publication={publication} href={publicationPath(publication)}>
                <Acts publication={publication} place={place} items={items} onSay={setSaid} />
              </BookRow>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Acts({
  publication,
  place,
  items,
  onSay,
}: {
  publication: PublicationCard
  place: number
  items: PublicationCard[]
  onSay: (sentence: string) => void
}) {
  const { id, title } = publication
  function go(step: -1 | 1) {
    void putInQueue(publication, stepOf(items, id, step))
    onSay(text.placed(title, place + 1 + step))
  }
  return (
    <span class="queue__acts">
      <IconButton label={text.up(title)} icon={UpIcon} disabled={place === 0} onClick={() => go(-1)} />
      <IconButton
        label={text.down(title)}
        icon={DownIcon}
        disabled={place === items.length - 1}
        onClick={() => go(1)}
      />
      <IconButton
        label={text.remove(title)}
        icon={CloseIcon}
        onClick={() => {
          void takeFromQueue(publication)
          onSay(text.removed(title))
        }}
      />
    </span>
  )
}

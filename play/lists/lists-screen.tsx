import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import { screenPath } from '@estante/contract/screens.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { ChecklistIcon, PlusIcon } from '@estante/design/icons/icons.tsx'
import { ListRow } from '@estante/design/list-row/list-row.tsx'
import { Pile } from '@estante/design/pile/pile.tsx'
import { useState } from 'preact/hooks'
import { BookRowsSkeleton } from '../publication/book-row.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { Sheet } from '../shell/sheet.tsx'
import { text as shellText } from '../text.ts'
import { ListScreen } from './list-screen.tsx'
import { NameForm } from './name-form.tsx'
import { createList, lists } from './page-lists.ts'
import { text } from './text.ts'
import './lists-screen.css'

/** Screen of the member's lists, or of one of them. */
export function ListsScreen({ id }: { id: string }) {
  return id ? <ListScreen id={id} /> : <AllLists />
}

function AllLists() {
  const [isNaming, setNaming] = useState(false)
  usePollWhileVisible(lists.load)
  const items = lists.data.value?.items
  const problem = lists.problem.value
  const make = (variant: 'primary' | 'soft') => (
    <Button variant={variant} icon={PlusIcon} aria-haspopup="dialog" onClick={() => setNaming(true)}>
      {text.make}
    </Button>
  )
  return (
    <div class="lists stack gap-5">
      <ScreenHeader
        title={text.title}
        above={<BackLink href={screenPath({ name: 'library' })}>{shellText.shell.library}</BackLink>}
      >
        {items && items.length > 0 && (
          <>
            <p class="soft">{text.help}</p>
            <p>{make('soft')}</p>
          </>
        )}
      </ScreenHeader>
      {!items && problem && <ProblemState problem={problem} onRetry={lists.load} />}
      {!items && !problem && <BookRowsSkeleton />}
      {items?.length === 0 && (
        <EmptyState icon={ChecklistIcon} title={text.emptyTitle} action={make('primary')}>
          {text.emptyHelp}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul class="book-rows lined stack" aria-label={text.lists}>
          {items.map(({ id, name, titles, covers }) => (
            <li key={id}>
              <ListRow
                href={screenPath({ name: 'lists', of: id })}
                leading={<Pile covers={covers} />}
                title={name}
                detail={text.count(titles.length)}
              />
            </li>
          ))}
        </ul>
      )}
      <Sheet open={isNaming} title={text.make} onClose={() => setNaming(false)}>
        <NameForm
          label={text.name}
          act={text.makeNow}
          isWholeSheet
          onName={(name) => {
            setNaming(false)
            void createList(name)
          }}
        />
      </Sheet>
    </div>
  )
}

import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import type { MemberList } from '@estante/contract/play/lists.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { ChecklistIcon } from '@estante/design/icons/icons.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { BookGrid, BookGridSkeleton } from '../publication/book-grid.tsx'
import { navigate } from '../router.ts'
import { useResource } from '../session/resource.ts'
import { ExploreLink } from '../shell/explore-link.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { Sheet } from '../shell/sheet.tsx'
import { NameForm } from './name-form.tsx'
import { deleteList, isInList, lists, renameList } from './page-lists.ts'
import { text } from './text.ts'

export function ListScreen({ id }: { id: string }) {
  const opened = useResource(`/play/v1/lists/${id}`)
  usePollWhileVisible(lists.load)
  const list = lists.data.value?.items.find((one) => one.id === id)
  // Hides titles removed meanwhile by their card's menu.
  const items = list && opened.data.value?.items.filter((card) => isInList(list, card))
  const problem = lists.problem.value ?? opened.problem.value
  const retry = () => void Promise.all([lists.load(), opened.load()])
  const isGone = lists.data.value !== undefined && !list
  return (
    <div class="lists stack gap-5">
      <ScreenHeader
        title={isGone ? text.goneTitle : (list?.name ?? text.title)}
        above={<BackLink href={screenPath({ name: 'lists' })}>{text.title}</BackLink>}
      >
        {list && <p class="soft">{text.count(list.titles.length)}</p>}
        {list && <Acts list={list} />}
      </ScreenHeader>
      {isGone && (
        <EmptyState
          icon={ChecklistIcon}
          title={text.goneHelp}
          action={<ButtonLink href={screenPath({ name: 'lists' })}>{text.toLists}</ButtonLink>}
        />
      )}
      {!isGone && !items && problem && <ProblemState problem={problem} onRetry={retry} />}
      {!isGone && !items && !problem && <BookGridSkeleton />}
      {items?.length === 0 && (
        <EmptyState icon={ChecklistIcon} title={text.emptyListTitle} action={<ExploreLink />}>
          {text.emptyListHelp}
        </EmptyState>
      )}
      {items && items.length > 0 && <BookGrid publications={items} />}
    </div>
  )
}

function Acts({ list }: { list: MemberList }) {
  const [sheet, setSheet] = useState<'name' | 'remove'>()
  const close = () => setSheet(undefined)
  return (
    <div class="row gap-3">
      <Button variant="soft" aria-haspopup="dialog" onClick={() => setSheet('name')}>
        {text.rename}
      </Button>
      <Button variant="plain" aria-haspopup="dialog" onClick={() => setSheet('remove')}>
        {text.remove}
      </Button>
      <Sheet open={sheet === 'name'} title={text.rename} onClose={close}>
        <NameForm
          label={text.name}
          name={list.name}
          act={text.save}
          isWholeSheet
          onName={(name) => {
            close()
            void renameList(list, name)
          }}
        />
      </Sheet>
      <Sheet open={sheet === 'remove'} title={text.removeTitle(list.name)} onClose={close}>
        <div class="stack gap-5">
          <p>{text.removeHelp}</p>
          <Button
            variant="destructive"
            onClick={() => {
              navigate(screenPath({ name: 'lists' }), { replace: true })
              showToast(text.removed(list.name))
              void deleteList(list)
            }}
          >
            {text.removeNow}
          </Button>
        </div>
      </Sheet>
    </div>
  )
}

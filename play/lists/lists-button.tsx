import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { ChecklistIcon } from '@estante/design/icons/icons.tsx'
import { Tool } from '@estante/design/tool/tool.tsx'
import { useState } from 'preact/hooks'
import { Sheet } from '../shell/sheet.tsx'
import { ListsOfTitle } from './lists-of-title.tsx'
import { isInList, lists } from './page-lists.ts'
import { text } from './text.ts'

export function ListsButton({ publication }: { publication: PublicationCard }) {
  const [isOpen, setOpen] = useState(false)
  usePollWhileVisible(lists.load)
  const count = lists.data.value?.items.filter((list) => isInList(list, publication)).length ?? 0
  return (
    <>
      <Tool icon={ChecklistIcon} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? text.inLists(count) : text.put}
      </Tool>
      <Sheet open={isOpen} title={text.lists} onClose={() => setOpen(false)}>
        <ListsOfTitle publication={publication} />
      </Sheet>
    </>
  )
}

import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { QueueIcon } from '@estante/design/icons/title-icons.tsx'
import { Tool } from '@estante/design/tool/tool.tsx'
import { isQueued, queue, toggleQueued } from './page-queue.ts'
import { text } from './text.ts'

export function QueueButton({ publication }: { publication: PublicationCard }) {
  usePollWhileVisible(queue.load)
  const isIn = isQueued(publication)
  return (
    <Tool icon={QueueIcon} aria-pressed={isIn} onClick={() => toggleQueued(publication)}>
      {isIn ? text.added : text.add}
    </Tool>
  )
}

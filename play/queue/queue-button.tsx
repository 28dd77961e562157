import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { Button } from '@estante/design/button/button.tsx'
import { QueueIcon } from '@estante/design/icons/title-icons.tsx'
import { isQueued, queue, toggleQueued } from './page-queue.ts'
import { text } from './text.ts'

export function QueueButton({ publication }: { publication: PublicationCard }) {
  usePollWhileVisible(queue.load)
  const isIn = isQueued(publication)
  return (
    <Button variant="soft" icon={QueueIcon} aria-pressed={isIn} onClick={() => toggleQueued(publication)}>
      {isIn ? text.added : text.add}
    </Button>
  )
}

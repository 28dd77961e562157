import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon, DownIcon } from '@estante/design/icons/icons.tsx'
import { QueueIcon, UpIcon } from '@estante/design/icons/title-icons.tsx'
import { Notice } from '@estante/design/notice/notice.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { BookRow, BookRowsSkeleton } from '../publication/book-row.tsx'
import { actionPath } from '../publication/publication.ts'
import { recoverFocus } from '../shell/arrival.ts'
import { ExploreLink } from '../shell/explore-link.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as shellText } from '../text.ts'
import { stepOf } from './move-before.ts'
import { putInQueue, queue, removeFromQueue } from './page-queue.ts'
import { text } from './text.ts'
import './queue-screen.css'

const UNDO_MS = 8000

export function QueueScreen() {
  const [announcement, setAnnouncement] = useState('')
  usePollWhileVisible(queue.load)
  const items = queue.data.value?.items
  const problem = queue.problem.value
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<Press | undefined>(undefined)
  const [removed, setRemoved] = useState<Removal | undefined>(undefined)
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => setRemoved(undefined), UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed])
  // Its button may have had the focus.
  useLayoutEffect(() => (removed ? recoverFocus : undefined), [removed])
  // The pressed button may be gone, moved or disabled now.
  useLayoutEffect(() => {
    if (!pressed.current) return
    const { act, index } = pressed.current
    pressed.current = undefined
    const buttons = list.current?.children[Math.min(index, items!.length - 1)]?.querySelectorAll('button')
    const [up, down, remove] = buttons ?? []
    const [wanted, other] = { up: [up, down], down: [down, up], remove: [remove] }[act]
    ;(wanted?.disabled ? other : wanted)?.focus()
    recoverFocus()
  }, [items])

  async function remove(removal: Removal) {
    setRemoved(removal)
    const isRemoved = await removeFromQueue(removal.publication)
    // It is in the queue again: nothing to undo.
    if (!isRemoved) setRemoved((latest) => (latest === removal ? undefined : latest))
  }

  function undo({ publication, index, before }: Removal) {
    pressed.current = { act: 'remove', index }
    setRemoved(undefined)
    setAnnouncement(text.moved(publication.title, index + 1))
    void putInQueue(publication, before)
  }
  // After the button that has the focus now, for a keyboard.
  const notice = removed && (
    <div class="toast">
      <Notice
        text={text.removedToast(removed.publication.title)}
        actions={[{ label: text.undo, run: () => undo(removed) }]}
      />
    </div>
  )
  return (
    <div class="stack gap-5">
      <ScreenHeader
        title={text.title}
        above={<BackLink href={screenPath({ name: 'library' })}>{shellText.shell.library}</BackLink>}
      >
        {items && items.length > 0 && (
          <p class="soft tabular">
            {text.count(items.length)}. {text.help}
          </p>
        )}
      </ScreenHeader>
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {!items && problem && <ProblemState problem={problem} onRetry={queue.load} />}
      {!items && !problem && <BookRowsSkeleton />}
      {items?.length === 0 && (
        <EmptyState icon={QueueIcon} title={text.emptyTitle} action={<ExploreLink />}>
          {text.emptyHelp}
        </EmptyState>
      )}
      {items?.length === 0 && notice}
      {items && items.length > 0 && (
        <ol class="book-rows lined stack" ref={list} aria-label={text.list}>
          {items.map((publication, index) => (
            <li key={publication.id}>
              <BookRow publication={publication} href={actionPath(publication)}>
                <Acts
                  publication={publication}
                  index={index}
                  items={items}
                  onPress={(act, announced) => {
                    pressed.current = act
                    setAnnouncement(announced)
                  }}
                  onRemove={remove}
                />
              </BookRow>
              {removed && index === Math.min(removed.index, items.length - 1) && notice}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A pressed button, and the place in the list whose same button continues from there. */
interface Press {
  act: 'up' | 'down' | 'remove'
  index: number
}

/** The title that was removed last, its place, and the title that followed it. */
interface Removal {
  publication: PublicationCard
  index: number
  before: string | undefined
}

interface ActsProps {
  publication: PublicationCard
  index: number
  items: PublicationCard[]
  onPress: (pressed: Press, announced: string) => void
  onRemove: (removed: Removal) => void
}

function Acts({ publication, index, items, onPress, onRemove }: ActsProps) {
  const { id, title } = publication
  function go(step: -1 | 1) {
    onPress({ act: step < 0 ? 'up' : 'down', index: index + step }, text.moved(title, index + 1 + step))
    void putInQueue(publication, stepOf(items, id, step))
  }
  return (
    <span class="queue__acts">
      <IconButton label={text.up(title)} icon={UpIcon} disabled={index === 0} onClick={() => go(-1)} />
      <IconButton
        label={text.down(title)}
        icon={DownIcon}
        disabled={index === items.length - 1}
        onClick={() => go(1)}
      />
      <IconButton
        label={text.remove(title)}
        icon={CloseIcon}
        onClick={() => {
          onPress({ act: 'remove', index }, text.removed(title))
          onRemove({ publication, index, before: items[index + 1]?.id })
        }}
      />
    </span>
  )
}

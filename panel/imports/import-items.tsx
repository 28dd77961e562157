import type { ImportItem } from '@estante/contract/panel/imports.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { BookIcon, FolderIcon, type Icon, WarningIcon } from '@estante/design/icons/icons.tsx'
import { Progress } from '@estante/design/progress/progress.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { formatSize } from '../format-size.ts'
import { FoldedList } from '../shell/fold.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { fileNameOf, folderOf } from './group-dropped.ts'
import { discardItem, retryItem } from './imports.ts'
import { catalogTitlePath } from './paths.ts'
import { formatReview, text } from './text.ts'

interface ImportItemsProps<Item extends ImportItem> {
  label: string
  items: readonly Item[]
  onChanged: () => Promise<void>
  /** Further content of an item. */
  aside?: (item: Item) => ComponentChildren
}

/** The titles of an import with their outcomes, and actions on refused ones. `onChanged` reloads the list. */
export function ImportItems<Item extends ImportItem>({ label, items, onChanged, aside }: ImportItemsProps<Item>) {
  const [discarding, setDiscarding] = useState<ImportItem>()
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul class="import-items card lined" aria-label={label} ref={list} tabIndex={-1}>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            aside={aside?.(item)}
            onRetried={async () => {
              await retryItem(item)
              list.current?.focus()
              showToast(text.item.retried(nameOfItem(item)))
              await onChanged()
            }}
            onDiscard={() => setDiscarding(item)}
          />
        ))}
      </ul>
      {discarding && (
        <ConfirmDialog
          title={text.item.discardTitle(nameOfItem(discarding))}
          action={text.item.discardAction}
          onClose={() => setDiscarding(undefined)}
          act={async () => {
            await discardItem(discarding)
            setDiscarding(undefined)
            showToast(text.item.discarded(nameOfItem(discarding)))
            await onChanged()
            // The buttons of a removed item are gone.
            list.current?.focus()
          }}
        >
          <p>{text.item.discardHelp}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Names an item after its file, or its folder. */
function nameOfItem({ path }: ImportItem): string {
  return path === '' ? text.item.looseTracks : fileNameOf(path)
}

const tones = {
  waiting: 'neutral',
  importing: 'notice',
  imported: 'good',
  updated: 'good',
  unchanged: 'neutral',
  failed: 'danger',
} as const

interface RowProps {
  item: ImportItem
  aside: ComponentChildren
  onRetried: () => Promise<void>
  onDiscard: () => void
}

function Row({ item, aside, onRetried, onDiscard }: RowProps) {
  const { publication, state } = item
  const act = useAction()
  const name = nameOfItem(item)
  const source = [publication ? name : undefined, folderOf(item.path), formatSize(item.sizeBytes)]
  return (
    <li class="import-item" data-state={state}>
      <Picture item={item} />
      <div class="import-item__text stack">
        <p class="bold">
          {publication ? (
            <a class="underlined" href={catalogTitlePath(publication.id)}>
              {publication.title}
            </a>
          ) : (
            name
          )}
        </p>
        {publication && <p class="note">{publication.author}</p>}
        {publication && publication.review.length > 0 && (
          <p class="note">{text.item.review(formatReview(publication.review))}</p>
        )}
        {item.reason && <p class="import-item__reason">{item.reason}</p>}
        <p class="note">
          {source.filter(Boolean).join(' · ')}
          {aside && <> · {aside}</>}
        </p>
        {state === 'importing' && <Progress label={text.item.progress(name)} value={item.progress} />}
        {state === 'unchanged' && <p class="note">{text.item.unchangedHelp}</p>}
        {item.removed.length > 0 && <FoldedList name={text.item.removed(item.removed.length)} items={item.removed} />}
        {state === 'failed' && (
          <p class="note">
            {item.quarantinedUntil ? (
              <>
                {text.item.quarantinedUntil} <RelativeTime at={item.quarantinedUntil} />
              </>
            ) : (
              text.item.fileGone
            )}
          </p>
        )}
        {act.problem && (
          <p class="import-item__reason" role="alert">
            {act.problem}
          </p>
        )}
      </div>
      <div class="import-item__side row">
        <Badge tone={tones[state]}>{text.item.states[state]}</Badge>
        {publication && publication.review.length > 0 && <Badge tone="notice">{text.item.needsReview}</Badge>}
        {state === 'failed' && item.quarantinedUntil && (
          <div class="import-item__actions row">
            <Button
              variant="soft"
              size="compact"
              aria-label={text.item.retryThis(name)}
              aria-busy={act.isBusy}
              onClick={() => void act.run(onRetried)}
            >
              {text.item.retry}
            </Button>
            <Button variant="plain" size="compact" aria-label={text.item.discardThis(name)} onClick={onDiscard}>
              {text.item.discard}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

function Picture({ item: { publication, isFolder, state } }: { item: ImportItem }) {
  if (publication) {
    return <img class="import-item__cover" src={publication.coverUrl} alt="" loading="lazy" decoding="async" />
  }
  const Drawn: Icon = state === 'failed' ? WarningIcon : isFolder ? FolderIcon : BookIcon
  return (
    <span class="import-item__drawing soft centered">
      <Drawn />
    </span>
  )
}

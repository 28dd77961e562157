import { useLastAnswered } from '@estante/client/pages.ts'
import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import { ShowMore } from '@estante/client/show-more.tsx'
import { screenPath } from '@estante/contract/screens.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { SearchIcon } from '@estante/design/icons/icons.tsx'
import { NotebookIcon } from '@estante/design/icons/title-icons.tsx'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { annotationsOf, isSynced } from '../annotations/page-annotations.ts'
import { ExploreLink } from '../shell/explore-link.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as shellText } from '../text.ts'
import { AnnotationCard } from './annotation-card.tsx'
import { AnnotationSheet, type AnnotationTarget } from './annotation-sheet.tsx'
import { byTitle } from './arrange.ts'
import { Filters, filters, isEverything } from './filters.tsx'
import { type NotebookItem, notebookOf } from './notebook.ts'
import { NotebookMenu } from './notebook-menu.tsx'
import { NotebookSkeleton, TitleHead } from './parts.tsx'
import { type DeletedAnnotation, RemovedNotice } from './removed-notice.tsx'
import { text } from './text.ts'

const NONE: readonly NotebookItem[] = []
/** The most annotations shown of a title; its own notebook has the rest. */
const MAX_ANNOTATIONS = 3

/** The notebook of all titles, the latest annotated first. */
export function AllTitles() {
  const pages = notebookOf(filters.value)
  usePollWhileVisible(pages.load)
  const hasUnsent = !isSynced.value
  // An annotation that came back after another device had deleted it is in no list yet.
  useEffect(() => (hasUnsent ? () => void pages.load() : undefined), [hasUnsent])
  const list = useLastAnswered(pages)
  const edited = useSignal<AnnotationTarget | undefined>(undefined)
  const removed = useSignal<DeletedAnnotation | undefined>(undefined)
  const { items, nextCursor } = list.data.value ?? {}
  const titles = useTitles(items)
  const count = titles.reduce((sum, { left }) => sum + left.length, 0)
  const problem = list.problem.value
  const shortens = isEverything(filters.value)
  const isEmpty = items !== undefined && count === 0 && !nextCursor
  return (
    <div class="notebook stack">
      <ScreenHeader
        title={text.title}
        above={
          <div class="notebook__bar">
            <BackLink href={screenPath({ name: 'library' })}>{shellText.shell.library}</BackLink>
            {items && <NotebookMenu publication={undefined} isEmpty={isEmpty && shortens} onImported={pages.load} />}
          </div>
        }
      >
        {(!shortens || count > 0) && <Filters />}
      </ScreenHeader>
      <section class="notebook__list stack" aria-label={text.list} aria-busy={list !== pages}>
        <p class="visually-hidden" role="status">
          {items && list === pages && text.found(count, nextCursor !== null)}
        </p>
        {!items && !problem && <NotebookSkeleton />}
        {!items && problem && <ProblemState problem={problem} onRetry={list.load} />}
        {items && problem && <p class="note">{text.partly}</p>}
        {isEmpty && (
          <EmptyState
            icon={shortens ? NotebookIcon : SearchIcon}
            title={shortens ? text.emptyTitle : text.noneTitle}
            action={shortens && <ExploreLink />}
          >
            {shortens ? text.emptyHelp : text.noneHelp}
          </EmptyState>
        )}
        {titles.map((title) => (
          <OfTitle key={title.publication.id} {...title} shortens={shortens} onEdit={(one) => (edited.value = one)} />
        ))}
        {nextCursor && (
          <div class="notebook__more">
            <ShowMore list={list} failure={text.moreFailed} />
          </div>
        )}
      </section>
      <AnnotationSheet edited={edited} removed={removed} />
      <RemovedNotice removed={removed} />
    </div>
  )
}

/** Groups the annotations by title, with this page's changes and deletions applied. */
function useTitles(items: readonly NotebookItem[] = NONE) {
  const listed = useMemo(
    () => byTitle(items).map((title) => ({ ...title, marks: annotationsOf(title.publication.id) })),
    [items],
  )
  return listed.flatMap(({ publication, entries, marks }) => {
    const now = new Map(marks.items.value.map((one) => [one.id, one]))
    const left = entries.flatMap(({ id }) => now.get(id) ?? [])
    return left.length === 0 ? [] : [{ publication, marks, left }]
  })
}

function OfTitle({
  publication,
  marks,
  left,
  shortens,
  onEdit,
}: ReturnType<typeof useTitles>[number] & { shortens: boolean; onEdit: (edited: AnnotationTarget) => void }) {
  const visible = shortens ? left.slice(0, MAX_ANNOTATIONS) : left
  return (
    <section class="notebook__title stack gap-3" aria-label={publication.title}>
      <TitleHead publication={publication} href={screenPath({ name: 'notebook', of: publication.id })} />
      <ol class="notebook__cards stack">
        {visible.map((annotation) => (
          <AnnotationCard
            key={annotation.id}
            annotation={annotation}
            publication={publication}
            marks={marks}
            showsChapter
            onEdit={() => onEdit({ annotation, marks, publication })}
          />
        ))}
      </ol>
      {visible.length < left.length && (
        <p>
          <ButtonLink variant="plain" href={screenPath({ name: 'notebook', of: publication.id })}>
            {text.ofTitle}
          </ButtonLink>
        </p>
      )}
    </section>
  )
}

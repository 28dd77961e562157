import { isCode } from '@estante/client/answer.ts'
import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import { createResource, dropResource } from '@estante/client/resource.ts'
import { RetryButton } from '@estante/client/retry-button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { BackIcon, SearchIcon } from '@estante/design/icons/icons.tsx'
import { NotebookIcon } from '@estante/design/icons/title-icons.tsx'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { useSignal } from '@preact/signals'
import { useCallback, useEffect, useMemo } from 'preact/hooks'
import { annotationsOf } from '../annotations/page-annotations.ts'
import { isUnsearched } from '../annotations/remark.ts'
import { langOf, publicationPath } from '../publication/publication.ts'
import { goBack, scrollTarget } from '../router.ts'
import { getData } from '../session/resource.ts'
import { ExploreLink } from '../shell/explore-link.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { AnnotationCard } from './annotation-card.tsx'
import { AnnotationSheet, type AnnotationTarget } from './annotation-sheet.tsx'
import { byChapter, passes } from './arrange.ts'
import { Filters, filters, isEverything } from './filters.tsx'
import type { AnnotatedPublication } from './notebook.ts'
import { NotebookMenu } from './notebook-menu.tsx'
import { NotebookSkeleton, TitleHead } from './parts.tsx'
import { type DeletedAnnotation, RemovedNotice } from './removed-notice.tsx'
import { text } from './text.ts'

/** The service searches for a few seconds in each minute. */
const SEARCH_POLL_MS = 60_000

/** The annotations of a title, by chapter. */
export function TitleNotebook({ id }: { id: string }) {
  const marks = useMemo(() => annotationsOf(id), [id])
  const title = useMemo(() => createResource(() => readTitle(id)), [id])
  const state = useSignal<'loading' | 'loaded' | 'failed'>('loading')
  const edited = useSignal<AnnotationTarget | undefined>(undefined)
  const removed = useSignal<DeletedAnnotation | undefined>(undefined)

  const load = useCallback(async () => {
    void title.load()
    state.value = (await marks.load()) ? 'loaded' : 'failed'
  }, [marks])
  // The service searches for more of them at each request for the list.
  const awaitsSearch = marks.items.value.some(isUnsearched)
  usePollWhileVisible(load, awaitsSearch ? SEARCH_POLL_MS : undefined)
  useEffect(() => () => dropResource(title), [title])

  const found = title.data.value
  const publication = found === 'gone' ? undefined : found
  const problem = title.problem.value ?? (state.value === 'failed' ? 'unreachable' : undefined)
  const all = marks.items.value
  const filtered = all.filter((one) => passes(one, filters.value))
  // All at once where a scroll position is restored.
  const current = scrollTarget.peek() > 0 ? all.length : 0
  const isReady = publication !== undefined && (all.length > 0 || state.value === 'loaded')
  return (
    <div class="notebook stack">
      <ScreenHeader
        title={text.title}
        above={
          <div class="notebook__bar">
            <IconButton label={text.back} icon={BackIcon} onClick={() => goBack({ name: 'notebook' })} />
            {publication && <NotebookMenu publication={publication} isEmpty={all.length === 0} onImported={load} />}
          </div>
        }
      >
        {publication && <TitleHead publication={publication} href={publicationPath(publication)} />}
        {all.length > 0 && <Filters />}
      </ScreenHeader>
      <section class="notebook__list long-list stack" aria-label={text.list}>
        <p class="visually-hidden" role="status">
          {isReady && text.found(filtered.length, false)}
        </p>
        {found === 'gone' && (
          <EmptyState icon={NotebookIcon} title={text.goneTitle} action={<ExploreLink />}>
            {text.goneHelp}
          </EmptyState>
        )}
        {!isReady && found !== 'gone' && !problem && <NotebookSkeleton />}
        {!isReady && found !== 'gone' && problem && <ProblemState problem={problem} onRetry={load} />}
        {isReady && state.value === 'failed' && (
          <p class="note">
            {text.partly} <RetryButton variant="plain" onRetry={load} />
          </p>
        )}
        {isReady && filtered.length === 0 && <EmptyNotebook hasNone={all.length === 0} />}
        {isReady && (
          <BatchedRows rows={byChapter(filtered)} sizeOf={({ annotations }) => annotations.length} current={current}>
            {(chapter) => (
              <section class="stack gap-3" key={`${chapter.key} ${chapter.annotations[0]!.id}`}>
                <h2 lang={chapter.title ? langOf(publication) : undefined}>{chapter.title || text.untitledChapter}</h2>
                <ol class="notebook__cards long-list stack">
                  <BatchedRows rows={chapter.annotations} current={current}>
                    {(annotation) => (
                      <AnnotationCard
                        key={annotation.id}
                        annotation={annotation}
                        publication={publication}
                        marks={marks}
                        onEdit={() => (edited.value = { annotation, marks, publication })}
                      />
                    )}
                  </BatchedRows>
                </ol>
              </section>
            )}
          </BatchedRows>
        )}
      </section>
      <AnnotationSheet edited={edited} removed={removed} />
      <RemovedNotice removed={removed} />
    </div>
  )
}

function EmptyNotebook({ hasNone }: { hasNone: boolean }) {
  if (hasNone || isEverything(filters.value)) {
    return (
      <EmptyState icon={NotebookIcon} title={text.emptyTitle}>
        {text.emptyOfTitleHelp}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={SearchIcon} title={text.noneTitle}>
      {text.noneHelp}
    </EmptyState>
  )
}

/** Finds a title even when it is no longer in the catalog, if it has annotations. */
async function readTitle(id: string): Promise<AnnotatedPublication | 'gone'> {
  try {
    return { ...(await getData(`/play/v1/publications/${id}`)), isAvailable: true }
  } catch (problem) {
    if (!isCode(problem, 'PUBLICATION_NOT_FOUND')) throw problem
    const { items } = await getData(`/play/v1/annotations?publicationId=${id}&limit=1`)
    return items[0]?.publication ?? 'gone'
  }
}

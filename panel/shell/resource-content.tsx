import { useWhenBackOnline } from '@estante/client/online.ts'
import { ProblemState } from '@estante/client/problem-state.tsx'
import type { Resource } from '@estante/client/resource.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import type { ComponentChildren } from 'preact'
import { text } from '../text.ts'
import './resource-content.css'

/** The content of a resource: a placeholder while it loads, or the failure. */
export function ResourceContent<T>({
  resource: { data, problem, load },
  skeleton,
  level,
  children,
}: {
  resource: Pick<Resource<T>, 'data' | 'problem' | 'load'>
  skeleton: ComponentChildren
  /** The failure's heading level: 1 on a screen whose title is loaded. */
  level?: 1 | 2
  children: (data: T) => ComponentChildren
}) {
  const blocking = data.value === undefined && problem.value
  useWhenBackOnline(() => {
    // Otherwise the failure's own retry is shown.
    if (!blocking) void load()
  })
  if (blocking) return <ProblemState problem={blocking} level={level} onRetry={load} />
  if (data.value === undefined) {
    return (
      <div aria-busy="true">
        <span class="visually-hidden" role="status">
          {text.shell.loading}
        </span>
        {skeleton}
      </div>
    )
  }
  return (
    <>
      {problem.value && (
        <div class="resource-content__stale">
          <Callout tone="notice" isAlert>
            {text.problem.stale}
          </Callout>
        </div>
      )}
      {children(data.value)}
    </>
  )
}

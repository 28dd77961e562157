import { RetryButton } from '@estante/client/retry-button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { CloudIcon, LibraryIcon, OfflineIcon } from '@estante/design/icons/icons.tsx'
import type { OpeningProblem } from './open-publication.ts'
import { ExploreLink } from './shell/explore-link.tsx'

const ICONS = { offline: OfflineIcon, failed: CloudIcon, gone: LibraryIcon }

interface Props {
  problem: OpeningProblem
  onRetry: () => void
}

/** Tells why a title could not be opened, in its place. */
export function OpeningProblemState({
  title,
  help,
  level,
  ...props
}: Props & { title: string; help: string; level: 1 | 2 }) {
  return (
    <EmptyState icon={ICONS[props.problem]} title={title} level={level} action={<OpeningProblemAction {...props} />}>
      {help}
    </EmptyState>
  )
}

/** A retry; a way to other titles where it would not help. */
export function OpeningProblemAction({ problem, onRetry }: Props) {
  if (problem === 'gone') return <ExploreLink />
  return <RetryButton onRetry={onRetry} />
}

import { ProblemState } from '@estante/client/problem-state.tsx'
import { useLazyScreen } from '@estante/client/use-lazy-screen.ts'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import type { ComponentType } from 'preact'
import { text } from '../text.ts'
import './lazy-screen.css'

/** A screen whose code is loaded when it is first opened. */
export function LazyScreen({ load }: { load: () => Promise<ComponentType> }) {
  const { Screen, hasFailed, retry } = useLazyScreen(load)
  if (Screen) return <Screen />
  return (
    <div class="lazy-screen">
      {hasFailed ? (
        <ProblemState problem="unreachable" level={1} onRetry={retry} />
      ) : (
        <Spinner label={text.shell.loading} />
      )}
    </div>
  )
}

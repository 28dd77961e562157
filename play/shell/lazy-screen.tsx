import { useWhenBackOnline } from '@estante/client/online.ts'
import { RetryButton } from '@estante/client/retry-button.tsx'
import { useLazyScreen } from '@estante/client/use-lazy-screen.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { BackIcon, CloudIcon } from '@estante/design/icons/icons.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { CloseButton } from '../bridge/close-button.tsx'
import { goBack } from '../router.ts'
import { text } from '../text.ts'
import { focusHeading } from './arrival.ts'
import './lazy-screen.css'

interface LazyScreenProps {
  load: () => Promise<ComponentType<{ id: string }>>
  /** The id of its title or list. */
  id?: string
  /** Whether it shows a back button, having no navigation beside it. */
  hasBack: boolean
  onDrawn: () => void
}

/** A screen whose code is loaded when it is first opened. `onDrawn` runs once it is usable. */
export function LazyScreen({ load, id = '', hasBack, onDrawn }: LazyScreenProps) {
  const { Screen, hasFailed, retry } = useLazyScreen(load)
  useEffect(() => {
    if (!Screen && !hasFailed) return
    onDrawn()
    focusHeading()
  }, [Screen, hasFailed])
  useWhenBackOnline(() => {
    if (hasFailed) retry()
  })
  if (Screen) return <Screen key={id} id={id} />
  return (
    <div class="lazy-screen">
      <div class="lazy-screen__bar">
        <div>{hasBack && <IconButton label={text.shell.back} icon={BackIcon} onClick={() => goBack()} />}</div>
        <CloseButton />
      </div>
      {hasFailed ? (
        <EmptyState
          icon={CloudIcon}
          title={text.problem.screenTitle}
          level={1}
          action={<RetryButton onRetry={retry} />}
        >
          {text.problem.screenHelp}
        </EmptyState>
      ) : (
        <Spinner label={text.shell.loading} />
      )}
    </div>
  )
}

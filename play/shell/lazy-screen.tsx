import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { CloudIcon } from '@estante/design/icons/icons.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CloseButton } from '../bridge/close-button.tsx'
import { text } from '../text.ts'
import { useWhenBackOnline } from './when-back-online.ts'
import './lazy-screen.css'

/** A screen whose code is fetched the first time it is opened. `onDrawn` runs once there is something to use. */
export function LazyScreen({
  load,
  id,
  onDrawn,
}: {
  load: () => Promise<ComponentType<{ id: string }>>
  id: string
  onDrawn: () => void
}) {
  const [loaded, setLoaded] = useState<{ Screen: ComponentType<{ id: string }> }>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setFailed(false)
    load().then(
      (Screen) => setLoaded({ Screen }),
      () => setFailed(true),
    )
  }, [load, attempt])
  useEffect(() => {
    if (loaded || failed) onDrawn()
  }, [loaded, failed])
  // A module that failed once fails for good in some browsers: only loading the page again asks for it anew.
  const retry = () => (attempt === 0 ? setAttempt(1) : location.reload())
  useWhenBackOnline(() => {
    if (failed) retry()
  })
  if (loaded) return <loaded.Screen key={id} id={id} />
  return (
    <div class="lazy-screen">
      <div class="lazy-screen__bar">
        <CloseButton />
      </div>
      {failed ? (
        <EmptyState
          icon={CloudIcon}
          title={text.problem.screenTitle}
          level={1}
          action={<Button onClick={retry}>{text.shell.retry}</Button>}
        >
          {text.problem.screenHelp}
        </EmptyState>
      ) : (
        <Spinner label={text.shell.loading} />
      )}
    </div>
  )
}

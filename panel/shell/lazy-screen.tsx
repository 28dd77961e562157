import { Spinner } from '@estante/design/spinner/spinner.tsx'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../text.ts'
import { ProblemState, useWhenBackOnline } from './problem.tsx'
import './lazy-screen.css'

const loaded = new Map<unknown, ComponentType>()

/** A screen whose code is fetched the first time it is opened, and drawn at once from then on. */
export function LazyScreen({ load }: { load: () => Promise<ComponentType> }) {
  const [Screen, setScreen] = useState(() => loaded.get(load))
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (Screen) return
    load().then(
      (module) => {
        loaded.set(load, module)
        setScreen(() => module)
      },
      () => setFailed(true),
    )
  }, [])
  // A module that failed once fails for good in some browsers: only loading the page again asks for it anew.
  const retry = () => location.reload()
  useWhenBackOnline(() => {
    if (hasFailed) retry()
  })
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

import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const loaded = new Map<unknown, unknown>()

/** A screen whose code is fetched the first time it is opened, and which is drawn at once from then on. */
export function useLazyScreen<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Screen, setScreen] = useState(() => loaded.get(load) as ComponentType<Props> | undefined)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (Screen) return
    setFailed(false)
    load().then(
      (component) => {
        loaded.set(load, component)
        setScreen(() => component)
      },
      () => setFailed(true),
    )
  }, [attempt])
  // A module that failed once fails for good in some browsers: only loading the page again asks for it anew.
  const retry = () => (attempt === 0 ? setAttempt(1) : location.reload())
  return { Screen, hasFailed, retry }
}

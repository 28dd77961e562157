import { nextTask } from '@estante/design/next-task.ts'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const loaded = new Map<unknown, unknown>()

/** Loads the code of a screen when it is first opened; afterwards the screen is rendered synchronously. */
export function useLazyScreen<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Screen, setScreen] = useState(() => loaded.get(load) as ComponentType<Props> | undefined)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (Screen) return
    setFailed(false)
    load().then(
      async (component) => {
        loaded.set(load, component)
        // Rendered in the next task: the one that ran its module was long.
        await nextTask()
        setScreen(() => component)
      },
      () => setFailed(true),
    )
  }, [attempt])
  // In some browsers a failed module import fails for good: only a reload of the page retries it.
  const retry = () => (attempt === 0 ? setAttempt(1) : location.reload())
  return { Screen, hasFailed, retry }
}

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
    if (Screen) return undefined
    setFailed(false)
    let isLeft = false
    load().then(
      async (component) => {
        loaded.set(load, component)
        // Yields first: evaluating its module was a long task.
        await nextTask()
        setScreen(() => component)
      },
      async () => {
        // Chromium before 120 keeps the failure of a module: only a reload of the page requests it again.
        if (attempt > 0 && (await isReachable()) && !isLeft) location.reload()
        else setFailed(true)
      },
    )
    return () => {
      isLeft = true
    }
  }, [attempt])
  return { Screen, hasFailed, retry: () => setAttempt(attempt + 1) }
}

/** Whether a reload would find the page, instead of replacing it by the browser's error. */
async function isReachable(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
}

import { useRef, useState } from 'preact/hooks'
import { errorMessage } from './error-message.ts'
import { CancelledReauthentication } from './reauthenticate.ts'

/** Runs one action at a time, and holds its failure. Cancelling at the password is no failure. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isRunning = useRef(false)

  /** `explain` may replace a failure's message, or handle it and return nothing. */
  async function run(act: () => Promise<void>, explain: (reason: unknown) => string | undefined = errorMessage) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (reason) {
      if (!(reason instanceof CancelledReauthentication)) setProblem(explain(reason))
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return { isBusy, problem, setProblem, run }
}

import { useRef, useState } from 'preact/hooks'
import { ReauthenticationCancelled } from '../confirm/reauthenticate.ts'
import { errorMessage } from './error-message.ts'

/** Something being done at a press: one at a time, with what went wrong. Giving up at the password is no fault. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isRunning = useRef(false)

  /** `explain` may say a problem in other words, or deal with it and say nothing. */
  async function run(act: () => Promise<void>, explain: (reason: unknown) => string | undefined = errorMessage) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (reason) {
      if (!(reason instanceof ReauthenticationCancelled)) setProblem(explain(reason))
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return { isBusy, problem, setProblem, run }
}

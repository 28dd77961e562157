import { isCode } from '@estante/client/answer.ts'
import { useState } from 'preact/hooks'
import { errorMessage } from '../actions/error-message.ts'
import { useAction } from '../actions/use-action.ts'
import { useWait } from '../actions/use-wait.ts'
import { isWholeCode } from '../admin-session/code-field.tsx'
import { text } from '../text.ts'
import { turnOnSecondFactor } from './account.ts'

/** Submits the first code of an authenticator app, by itself at six digits, to turn the second factor on. */
export function useFirstCode(onTurnedOn: (recoveryCodes: string[]) => void) {
  const [code, setCode] = useState('')
  const [fieldErrors, setFieldErrors] = useState<{ code: string }>()
  const act = useAction()
  const wait = useWait()

  function submit(typed = code) {
    if (wait.isWaiting) return
    if (!isWholeCode(typed)) return setFieldErrors({ code: text.signIn.codeMissing })
    setFieldErrors(undefined)
    void act.run(
      async () => onTurnedOn(await turnOnSecondFactor(typed)),
      (reason) => {
        if (wait.waitFor(reason)) return undefined
        if (!isCode(reason, 'WRONG_CODE')) return errorMessage(reason)
        setFieldErrors({ code: reason.message })
        setCode('')
        return undefined
      },
    )
  }

  function type(value: string) {
    setCode(value)
    if (isWholeCode(value)) submit(value)
  }

  return { code, fieldErrors, act, wait, submit, type }
}

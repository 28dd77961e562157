import { isCode } from '@estante/client/answer.ts'
import type { startSecondFactor } from '@estante/contract/panel/session.ts'
import type { Answer } from '@estante/contract/route.ts'
import { Button } from '@estante/design/button/button.tsx'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { useState } from 'preact/hooks'
import { ActionProblem } from '../act/action-problem.tsx'
import { errorMessage } from '../act/error-message.ts'
import { useAction } from '../act/use-action.ts'
import { useWait } from '../act/use-wait.ts'
import { CodeField, isWholeCode } from '../admin-session/code-field.tsx'
import { copyLabels } from '../copy-labels.ts'
import { text as panelText } from '../text.ts'
import { formatWait } from '../time/format-time.ts'
import { turnOnSecondFactor } from './account.ts'
import './second-factor.css'

const text = panelText.account

/** The QR code or the key for the app, and the first code as the proof that it has it. */
export function SecondFactorDialog({
  setUp,
  isMove,
  onClose,
  onTurnedOn,
}: {
  setUp: SetUp
  /** Moves it from one authenticator app to another. */
  isMove: boolean
  onClose: () => void
  onTurnedOn: (recoveryCodes: string[]) => void
}) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const act = useAction()
  const wait = useWait()
  const isWaiting = wait.secondsLeft > 0

  function submit(typed = code) {
    if (isWaiting) return
    if (!isWholeCode(typed)) return setWrong(panelText.entry.codeMissing)
    setWrong(undefined)
    void act.run(
      async () => onTurnedOn(await turnOnSecondFactor(typed)),
      (reason) => {
        if (wait.waitFor(reason)) return undefined
        if (!isCode(reason, 'WRONG_CODE')) return errorMessage(reason)
        setWrong(reason.message)
        setCode('')
        return undefined
      },
    )
  }

  return (
    <Dialog
      title={isMove ? text.moveTitle : text.setUpTitle}
      onClose={onClose}
      onSubmit={() => submit()}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            {panelText.common.cancel}
          </Button>
          <Button type="submit" aria-busy={act.isBusy} disabled={isWaiting}>
            {isWaiting
              ? panelText.problem.waitButton(formatWait(wait.secondsLeft))
              : isMove
                ? text.moveAction
                : text.turnOnAction}
          </Button>
        </>
      }
    >
      <ActionProblem act={act} />
      <p>{text.scan}</p>
      <SecondFactorKey setUp={setUp} />
      <CodeField
        label={text.thenCode}
        isRecovery={false}
        value={code}
        error={wrong}
        autofocus
        onInput={(value) => {
          setCode(value)
          if (isWholeCode(value)) submit(value)
        }}
      />
    </Dialog>
  )
}

export type SetUp = Answer<typeof startSecondFactor>

/** The secret for the authenticator app: a QR code to scan, or a key to type. */
export function SecondFactorKey({ setUp }: { setUp: SetUp }) {
  return (
    <div class="second-factor">
      <img
        class="second-factor__code"
        src={`data:image/svg+xml,${encodeURIComponent(setUp.qrCode)}`}
        alt={text.qrLabel}
        width="176"
        height="176"
      />
      <CopyField
        label={text.manual}
        value={setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        labels={copyLabels(text.manualKey)}
        buttonText={panelText.common.copy}
      />
    </div>
  )
}

import type { startSecondFactor } from '@estante/contract/panel/session.ts'
import type { Answer } from '@estante/contract/route.ts'
import { Button } from '@estante/design/button/button.tsx'
import { CopyField } from '@estante/design/copy-field/copy-field.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { ActionProblem } from '../act/action-problem.tsx'
import { useFocusInvalid } from '../act/use-focus-invalid.ts'
import { CodeField } from '../admin-session/code-field.tsx'
import { copyLabels } from '../copy-labels.ts'
import { text as panelText } from '../text.ts'
import { formatWait } from '../time/format-time.ts'
import { useFirstCode } from './use-first-code.ts'
import '../act/action-dialog.css'
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
  const { code, wrong, act, wait, isWaiting, submit, type } = useFirstCode(onTurnedOn)
  const { fields, checked } = useFocusInvalid(act.isBusy)
  return (
    <Dialog
      title={isMove ? text.moveTitle : text.setUpTitle}
      onClose={onClose}
      onSubmit={() => {
        submit()
        checked()
      }}
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
      <div class="act-dialog__fields" ref={fields}>
        <CodeField label={text.thenCode} isRecovery={false} value={code} error={wrong?.code} autofocus onInput={type} />
      </div>
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

import type { startSecondFactor } from '@estante/contract/panel/session.ts'
import type { Answer } from '@estante/contract/route.ts'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { CodeField } from '../admin-session/code-field.tsx'
import { CopyField } from '../copy/copy-field.tsx'
import { text } from './text.ts'
import { useFirstCode } from './use-first-code.ts'
import './second-factor.css'

interface SecondFactorDialogProps {
  setUp: SecondFactorSetup
  /** Moves it from one authenticator app to another. */
  isMove: boolean
  onClose: () => void
  onTurnedOn: (recoveryCodes: string[]) => void
}

/** The QR code or the key for the app, and the first code as the proof that it has it. */
export function SecondFactorDialog({ setUp, isMove, onClose, onTurnedOn }: SecondFactorDialogProps) {
  const { code, fieldErrors, act, wait, submit, type } = useFirstCode(onTurnedOn)
  return (
    <ActionDialog
      title={isMove ? text.moveTitle : text.setUpTitle}
      action={isMove ? text.moveAction : text.turnOnAction}
      isDraft={false}
      act={act}
      wait={wait}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text.scan}</p>
      <SecondFactorKey setUp={setUp} />
      <CodeField
        label={text.thenCode}
        isRecovery={false}
        value={code}
        error={fieldErrors?.code}
        autofocus
        onInput={type}
      />
    </ActionDialog>
  )
}

export type SecondFactorSetup = Answer<typeof startSecondFactor>

/** The secret for the authenticator app: a QR code to scan, or a key to type. */
export function SecondFactorKey({ setUp }: { setUp: SecondFactorSetup }) {
  return (
    <div class="second-factor stack gap-4">
      <img
        class="second-factor__code"
        src={`data:image/svg+xml,${encodeURIComponent(setUp.qrCode)}`}
        alt={text.qrLabel}
        width="176"
        height="176"
      />
      <CopyField label={text.manual} value={setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')} valueName={text.manualKey} />
    </div>
  )
}

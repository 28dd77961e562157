import { KeepDialog } from '@estante/design/dialog/keep-dialog.tsx'
import { text } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const words = text.account

/** The one time the recovery codes are on a screen. */
export function RecoveryCodesDialog({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <KeepDialog
        title={words.codesTitle}
        promise={words.keptCodes}
        reminder={words.keepCodesFirst}
        doneText={text.common.done}
        onDone={onKept}
      >
        <p>{words.codesHelp}</p>
        <RecoveryCodes codes={codes} />
      </KeepDialog>
      <LeaveGuard isNeeded />
    </>
  )
}

import { AcknowledgeDialog } from '@estante/design/dialog/acknowledge-dialog.tsx'
import { text as panelText } from '../text.ts'
import { LeaveGuard } from '../unsaved/leave-guard.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const text = panelText.account

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <AcknowledgeDialog
        title={text.codesTitle}
        promise={text.keptCodes}
        reminder={text.keepCodesFirst}
        doneText={panelText.common.done}
        onDone={onKept}
      >
        <p>{text.codesHelp}</p>
        <RecoveryCodes codes={codes} />
      </AcknowledgeDialog>
      <LeaveGuard isNeeded />
    </>
  )
}

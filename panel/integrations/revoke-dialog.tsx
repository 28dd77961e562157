import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { ConfirmByTypingDialog } from '../act/confirm-by-typing-dialog.tsx'
import { text as panelText } from '../text.ts'
import { revoke } from './credentials.ts'
import { UseNotice } from './use-notice.tsx'

const text = panelText.integrations

/** So many characters of a `client_id` are typed. */
const ENDING = 4

/** For good, so the end of its `client_id` is typed first. */
export function RevokeDialog({
  credential,
  onClose,
  onRevoked,
}: {
  credential: PanelCredential
  onClose: () => void
  onRevoked: () => void
}) {
  // A name may be long, or hold what no keyboard has.
  const ending = credential.clientId.slice(-ENDING)
  return (
    <ConfirmByTypingDialog
      title={text.revokeTitle(credential.name)}
      action={text.revokeAction}
      name={ending}
      label={text.typeEnding(ending)}
      differs={text.endingDiffers}
      act={async () => {
        await revoke(credential)
        onRevoked()
      }}
      onClose={onClose}
    >
      <UseNotice credential={credential} inUse={text.revokeInUse} />
      <p>{text.revokeHelp}</p>
    </ConfirmByTypingDialog>
  )
}

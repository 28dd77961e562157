import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { ConfirmByTypingDialog } from '../act/confirm-by-typing-dialog.tsx'
import { text as panelText } from '../text.ts'
import { revoke } from './credentials.ts'
import { UseNotice } from './use-notice.tsx'

const text = panelText.integrations

/** Characters of the `client_id` to type. */
const ENDING = 4

/** Confirms an irreversible revocation by typing the end of the `client_id`. */
export function RevokeDialog({
  credential,
  onClose,
  onRevoked,
}: {
  credential: PanelCredential
  onClose: () => void
  onRevoked: () => void
}) {
  // Not the name, which may be long or hard to type.
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

import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { ConfirmByTypingDialog } from '../act/confirm-by-typing-dialog.tsx'
import { text } from '../text.ts'
import { revoke } from './credentials.ts'
import { UseNotice } from './use-notice.tsx'

const words = text.integrations

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
      title={words.revokeTitle(credential.name)}
      action={words.revokeAction}
      name={ending}
      label={words.typeEnding(ending)}
      differs={words.endingDiffers}
      act={async () => {
        await revoke(credential)
        onRevoked()
      }}
      onClose={onClose}
    >
      <UseNotice credential={credential} inUse={words.revokeInUse} />
      <p>{words.revokeHelp}</p>
    </ConfirmByTypingDialog>
  )
}

import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { TypedDialog } from '../act/typed-dialog.tsx'
import { text } from '../text.ts'
import { revoke } from './credentials.ts'
import { UseNotice } from './use-notice.tsx'

const words = text.integrations

/** For good, so its name is typed first. */
export function RevokeDialog({
  credential,
  onClose,
  onRevoked,
}: {
  credential: PanelCredential
  onClose: () => void
  onRevoked: () => void
}) {
  return (
    <TypedDialog
      title={words.revokeTitle(credential.name)}
      action={words.revokeAction}
      name={credential.name}
      label={words.typeName(credential.name)}
      differs={words.nameDiffers}
      act={async () => {
        await revoke(credential)
        onRevoked()
      }}
      onClose={onClose}
    >
      <UseNotice credential={credential} inUse={words.revokeInUse} />
      <p>{words.revokeHelp}</p>
    </TypedDialog>
  )
}

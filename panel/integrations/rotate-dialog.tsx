import type { NewSecret, PanelCredential } from '@estante/contract/panel/credentials.ts'
import { ActionDialog } from '../act/action-dialog.tsx'
import { useAction } from '../act/use-action.ts'
import { text } from '../text.ts'
import { rotate } from './credentials.ts'
import { UseNotice } from './use-notice.tsx'

const words = text.integrations

export function RotateDialog({
  credential,
  onClose,
  onRotated,
}: {
  credential: PanelCredential
  onClose: () => void
  onRotated: (secret: NewSecret) => void
}) {
  const act = useAction()
  return (
    <ActionDialog
      title={words.rotateTitle(credential.name)}
      onClose={onClose}
      onSubmit={() => void act.run(async () => onRotated(await rotate(credential)))}
      action={words.rotateAction}
      act={act}
    >
      <UseNotice credential={credential} inUse={words.rotateInUse} />
      <p>{words.rotateHelp}</p>
      <p class="dialog__note">{words.rotateGently}</p>
    </ActionDialog>
  )
}

import type { NewSecret, PanelCredential } from '@estante/contract/panel/credentials.ts'
import { ActionDialog } from '../act/action-dialog.tsx'
import { useAction } from '../act/use-action.ts'
import { text as panelText } from '../text.ts'
import { rotate } from './credentials.ts'
import { UseNotice } from './use-notice.tsx'

const text = panelText.integrations

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
      title={text.rotateTitle(credential.name)}
      onClose={onClose}
      onSubmit={() => void act.run(async () => onRotated(await rotate(credential)))}
      action={text.rotateAction}
      act={act}
    >
      <UseNotice credential={credential} inUse={text.rotateInUse} />
      <p>{text.rotateHelp}</p>
      <p class="dialog__note">{text.rotateGently}</p>
    </ActionDialog>
  )
}

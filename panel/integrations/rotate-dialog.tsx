import type { NewSecret, PanelCredential } from '@estante/contract/panel/credentials.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { useAct } from '../act/use-act.ts'
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
  const act = useAct()
  return (
    <Dialog
      title={words.rotateTitle(credential.name)}
      onClose={onClose}
      onSubmit={() => void act.run(async () => onRotated(await rotate(credential)))}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" aria-busy={act.isBusy}>
            {words.rotateAction}
          </Button>
        </>
      }
    >
      {act.problem && (
        <Callout tone="danger" isAlert>
          {act.problem}
        </Callout>
      )}
      <UseNotice credential={credential} inUse={words.rotateInUse} />
      <p>{words.rotateHelp}</p>
      <p class="dialog__note">{words.rotateGently}</p>
    </Dialog>
  )
}

import type { MemberDetail } from '@estante/contract/panel/members.ts'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { DownloadIcon, TrashIcon } from '@estante/design/icons/icons.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ConfirmByTypingDialog } from '../actions/confirm-by-typing-dialog.tsx'
import { environment, navigate } from '../router.ts'
import { BulletList } from '../shell/bullet-list.tsx'
import { dataPath, erase, memberListPath, memberNameOf } from './members.ts'
import { text } from './text.ts'

/** Exports or erases a member's data. */
export function DataPart({ member }: { member: MemberDetail }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <div class="row gap-3">
      <ButtonLink variant="soft" href={dataPath(environment.value, member)} download icon={DownloadIcon}>
        {text.download}
      </ButtonLink>
      <Button variant="danger" icon={TrashIcon} onClick={() => setDialogOpen(true)}>
        {text.erase}
      </Button>
      {isDialogOpen && <EraseDialog member={member} onClose={() => setDialogOpen(false)} />}
    </div>
  )
}

/** Confirms an irreversible erasure by typing the member's identifier. */
function EraseDialog({ member, onClose }: { member: MemberDetail; onClose: () => void }) {
  const name = memberNameOf(member)
  return (
    <ConfirmByTypingDialog
      title={text.eraseTitle(name)}
      action={text.eraseAction}
      name={name}
      label={text.typeToErase(name)}
      differs={text.nameDiffers}
      act={async () => {
        const listPath = memberListPath()
        showToast(text.erasedToast(await erase(environment.value, member)))
        navigate(listPath, { replace: true })
      }}
      onClose={onClose}
    >
      <BulletList items={text.eraseEffects} />
      <p>{text.eraseForGood}</p>
    </ConfirmByTypingDialog>
  )
}

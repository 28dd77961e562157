import type { MemberDetail } from '@estante/contract/panel/members.ts'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { DownloadIcon, TrashIcon } from '@estante/design/icons/icons.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ConfirmByTypingDialog } from '../act/confirm-by-typing-dialog.tsx'
import { environment, navigate } from '../router.ts'
import { dataPath, erase, memberListPath, nameOf } from './members.ts'
import { words } from './text.ts'

/** What the person may ask of their data: a copy of all of it, or that it be no more. */
export function DataPart({ member }: { member: MemberDetail }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <div class="member__acts">
      <ButtonLink variant="soft" href={dataPath(environment.value, member)} download icon={DownloadIcon}>
        {words.download}
      </ButtonLink>
      <Button variant="danger" icon={TrashIcon} onClick={() => setAsked(true)}>
        {words.erase}
      </Button>
      {isAsked && <EraseDialog member={member} onClose={() => setAsked(false)} />}
    </div>
  )
}

/** For good, so what the member is known by is typed first. */
function EraseDialog({ member, onClose }: { member: MemberDetail; onClose: () => void }) {
  const name = nameOf(member)
  return (
    <ConfirmByTypingDialog
      title={words.eraseTitle(name)}
      action={words.eraseAction}
      name={name}
      label={words.typeToErase(name)}
      differs={words.nameDiffers}
      act={async () => {
        const shown = environment.value
        showToast(words.erasedSaid(await erase(shown, member)))
        navigate(memberListPath(shown, { filter: 'all', search: '', cursor: undefined }), { replace: true })
      }}
      onClose={onClose}
    >
      <ul class="member__effects">
        {words.eraseEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p>{words.eraseForGood}</p>
    </ConfirmByTypingDialog>
  )
}

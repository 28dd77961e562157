import type { MemberDetail } from '@estante/contract/panel/members.ts'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { environment } from '../router.ts'
import { BulletList } from '../shell/bullet-list.tsx'
import { block, memberNameOf, restore } from './members.ts'
import { text } from './text.ts'

interface AccessDialogProps {
  member: MemberDetail
  onClose: () => void
  onChanged: (changed: MemberDetail, message: string) => void
}

/** Asks before it blocks a member, and lists the effects, or before it restores one. */
export function AccessDialog({ member, onClose, onChanged }: AccessDialogProps) {
  const name = memberNameOf(member)
  return member.status === 'ACTIVE' ? (
    <ConfirmDialog
      title={text.blockTitle(name)}
      action={text.blockAction}
      focusesCancel={false}
      onClose={onClose}
      act={async () => onChanged(await block(environment.value, member), text.blockedToast(name))}
    >
      <BulletList items={text.blockEffects} />
      <p>{text.blockSame}</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title={text.restoreTitle(name)}
      action={text.restoreAction}
      isDestructive={false}
      onClose={onClose}
      act={async () => onChanged(await restore(environment.value, member), text.restoredToast(name))}
    >
      <p>{text.restoreHelp}</p>
    </ConfirmDialog>
  )
}

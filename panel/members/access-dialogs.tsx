import type { MemberDetail } from '@estante/contract/panel/members.ts'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { environment } from '../router.ts'
import { block, memberNameOf, restore } from './members.ts'
import { text } from './text.ts'

interface BlockDialogProps {
  member: MemberDetail
  onClose: () => void
  onBlocked: (blocked: MemberDetail) => void
}

/** Asks before it blocks a member, and lists the effects. */
export function BlockDialog({ member, onClose, onBlocked }: BlockDialogProps) {
  return (
    <ConfirmDialog
      title={text.blockTitle(memberNameOf(member))}
      action={text.blockAction}
      focusesCancel={false}
      onClose={onClose}
      act={async () => onBlocked(await block(environment.value, member))}
    >
      <ul class="member__effects stack">
        {text.blockEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p>{text.blockSame}</p>
    </ConfirmDialog>
  )
}

interface RestoreDialogProps {
  member: MemberDetail
  onClose: () => void
  onRestored: (restored: MemberDetail) => void
}

export function RestoreDialog({ member, onClose, onRestored }: RestoreDialogProps) {
  return (
    <ConfirmDialog
      title={text.restoreTitle(memberNameOf(member))}
      action={text.restoreAction}
      isDestructive={false}
      onClose={onClose}
      act={async () => onRestored(await restore(environment.value, member))}
    >
      <p>{text.restoreHelp}</p>
    </ConfirmDialog>
  )
}

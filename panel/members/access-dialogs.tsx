import type { MemberDetail } from '@estante/contract/panel/members.ts'
import { ActionDialog } from '../act/action-dialog.tsx'
import { useAction } from '../act/use-action.ts'
import { environment } from '../router.ts'
import { block, nameOf, restore } from './members.ts'
import { text } from './text.ts'

/** Confirms an action, saying what ends and what stays. */
export function BlockDialog({
  member,
  onClose,
  onBlocked,
}: {
  member: MemberDetail
  onClose: () => void
  onBlocked: (blocked: MemberDetail) => void
}) {
  const act = useAction()
  return (
    <ActionDialog
      title={text.blockTitle(nameOf(member))}
      action={text.blockAction}
      isDestructive
      act={act}
      onClose={onClose}
      onSubmit={() => void act.run(async () => onBlocked(await block(environment.value, member)))}
    >
      <ul class="member__effects">
        {text.blockEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p>{text.blockSame}</p>
    </ActionDialog>
  )
}

export function RestoreDialog({
  member,
  onClose,
  onRestored,
}: {
  member: MemberDetail
  onClose: () => void
  onRestored: (restored: MemberDetail) => void
}) {
  const act = useAction()
  return (
    <ActionDialog
      title={text.restoreTitle(nameOf(member))}
      action={text.restoreAction}
      act={act}
      onClose={onClose}
      onSubmit={() => void act.run(async () => onRestored(await restore(environment.value, member)))}
    >
      <p>{text.restoreHelp}</p>
    </ActionDialog>
  )
}

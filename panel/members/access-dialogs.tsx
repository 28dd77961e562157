import type { MemberDetail } from '@estante/contract/panel/members.ts'
import { ActionDialog } from '../act/action-dialog.tsx'
import { useAction } from '../act/use-action.ts'
import { environment } from '../router.ts'
import { block, nameOf, restore } from './members.ts'
import { words } from './text.ts'

/** Says what will end, and what stays, before it does. */
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
      title={words.blockTitle(nameOf(member))}
      action={words.blockAction}
      isDestructive
      act={act}
      onClose={onClose}
      onSubmit={() => void act.run(async () => onBlocked(await block(environment.value, member)))}
    >
      <ul class="member__effects">
        {words.blockEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p>{words.blockSame}</p>
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
      title={words.restoreTitle(nameOf(member))}
      action={words.restoreAction}
      act={act}
      onClose={onClose}
      onSubmit={() => void act.run(async () => onRestored(await restore(environment.value, member)))}
    >
      <p>{words.restoreHelp}</p>
    </ActionDialog>
  )
}

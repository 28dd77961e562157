import type { Admin } from '@estante/contract/panel/admins.ts'
import type { PartnerRole } from '@estante/contract/roles.ts'
import { RadioCards } from '@estante/design/field/radio-cards.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { text as panelText } from '../text.ts'
import { roleOptions } from './role-options.ts'
import { giveRole, remove } from './team.ts'
import { text } from './text.ts'

export function RoleDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const [role, setRole] = useState<PartnerRole>(admin.role === 'operator' ? 'analyst' : admin.role)
  const act = useAction()

  function submit() {
    if (role === admin.role) return onClose()
    void act.run(async () => {
      await giveRole(admin, role)
      showToast(text.roleChanged(admin.name, panelText.roles[role]))
      onClose()
    })
  }

  return (
    <ActionDialog
      title={text.changeRoleTitle(admin.name)}
      onClose={onClose}
      onSubmit={submit}
      action={text.changeRoleAction}
      act={act}
    >
      <RadioCards label={text.role} options={roleOptions} value={role} onChange={setRole} />
      <p class="note">{text.changeRoleHelp}</p>
    </ActionDialog>
  )
}

export function RemoveDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={text.removeTitle(admin.name)}
      action={text.removeAction}
      act={() => remove(admin)}
      toast={text.removed(admin.name)}
      onClose={onClose}
    >
      <p>{text.removeHelp}</p>
    </ConfirmDialog>
  )
}

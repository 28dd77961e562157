import type { Admin, PartnerRole } from '@estante/contract/panel/admins.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Dialog } from '@estante/design/dialog/dialog.tsx'
import { RadioCards } from '@estante/design/field/radio-cards.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { useAct } from '../act/use-act.ts'
import { text } from '../text.ts'
import { roleOptions } from './role-options.ts'
import { giveRole } from './team.ts'

const words = text.team

export function RoleDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const [role, setRole] = useState<PartnerRole>(admin.role === 'operator' ? 'analyst' : admin.role)
  const act = useAct()

  function submit() {
    if (role === admin.role) return onClose()
    void act.run(async () => {
      await giveRole(admin, role)
      showToast(words.roleChanged(admin.name, text.roles[role]))
      onClose()
    })
  }

  return (
    <Dialog
      title={words.changeRoleTitle(admin.name)}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" aria-busy={act.isBusy}>
            {words.changeRoleAction}
          </Button>
        </>
      }
    >
      {act.problem && (
        <Callout tone="danger" isAlert>
          {act.problem}
        </Callout>
      )}
      <RadioCards label={words.role} options={roleOptions} value={role} onChange={setRole} />
      <p class="dialog__note">{words.changeRoleHelp}</p>
    </Dialog>
  )
}

import type { Admin } from '@estante/contract/panel/admins.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { canHandleTeam, isOperator, me } from '../admin-session/admin-session.ts'
import { requireOfTeam } from './team.ts'
import { text } from './text.ts'

/** Whether the team must have a second factor: the team sees it, owners decide. */
export function Requirement({ admins, isRequired }: { admins: readonly Admin[]; isRequired: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section class="team__part stack">
      <h2>{text.requirement}</h2>
      <div class="team__requirement row card">
        <Badge tone={isRequired ? 'good' : 'notice'}>{isRequired ? text.required : text.optional}</Badge>
        <p class="team__text">
          {isOperator.value ? text.operatorsHelp : isRequired ? text.requiredHelp : text.optionalHelp}
        </p>
        {canHandleTeam.value && (
          <Button variant="soft" size="compact" onClick={() => setOpen(true)}>
            {isRequired ? text.unrequire : text.require}
          </Button>
        )}
      </div>
      {isOpen && <RequirementDialog admins={admins} isRequired={isRequired} onClose={() => setOpen(false)} />}
    </section>
  )
}

interface RequirementDialogProps {
  admins: readonly Admin[]
  isRequired: boolean
  onClose: () => void
}

function RequirementDialog({ admins, isRequired, onClose }: RequirementDialogProps) {
  const lacking = admins.filter(({ hasSecondFactor }) => !hasSecondFactor)
  const amLacking = lacking.some(({ id }) => id === me.value?.admin.id)
  return (
    <ConfirmDialog
      title={isRequired ? text.unrequireTitle : text.requireTitle}
      action={isRequired ? text.unrequireAction : text.requireAction}
      act={() => requireOfTeam(!isRequired)}
      toast={isRequired ? text.optionalNow : text.requiredNow}
      onClose={onClose}
    >
      <p>{isRequired ? text.unrequireHelp : text.requireHelp(lacking.length)}</p>
      {!isRequired && amLacking && <p>{text.requireYouToo}</p>}
    </ConfirmDialog>
  )
}

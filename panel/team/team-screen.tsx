import { initialOf } from '@estante/client/initial-of.ts'
import type { Admin, Team } from '@estante/contract/panel/admins.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { BanIcon, MoreIcon, PlusIcon, ShieldIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { ActionProblem } from '../actions/action-problem.tsx'
import { useAction } from '../actions/use-action.ts'
import { canHandleTeam, isOperator, me } from '../admin-session/admin-session.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { List } from '../lists/list.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as panelText } from '../text.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { RemoveDialog, RoleDialog } from './admin-dialogs.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Requirement } from './requirement.tsx'
import { type OpenInvitation, team, withdraw } from './team.ts'
import { text } from './text.ts'
import './team-screen.css'

type OpenDialog = { dialog: 'invite' } | { dialog: 'role' | 'remove'; admin: Admin }

/** The admins of the team, and its invitations. */
export function TeamScreen() {
  const resource = useFresh(team)
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const act = useAction()
  const canHandle = canHandleTeam.value
  const partner = me.value?.partner

  const handling = canHandle
    ? {
        onRole: (admin: Admin) => setOpen({ dialog: 'role', admin }),
        onRemove: (admin: Admin) => setOpen({ dialog: 'remove', admin }),
        onWithdraw: (invitation: OpenInvitation) =>
          void act.run(async () => {
            await withdraw(invitation)
            showToast(text.withdrawn(invitation.email))
          }),
      }
    : undefined

  return (
    <>
      <ScreenHeader
        title={panelText.shell.team}
        help={partner ? text.help(partner.name) : text.operatorHelp}
        action={
          handling && (
            <Button icon={PlusIcon} onClick={() => setOpen({ dialog: 'invite' })}>
              {text.invite}
            </Button>
          )
        }
      />
      <div class="team stack">
        {!canHandle && <Callout>{isOperator.value ? text.operatorsByCommand : text.onlyOwners}</Callout>}
        <ActionProblem act={act} />
        <List wanted={resource} cardHeight="10.5rem" empty={null}>
          {({ items: admins, invitations, isSecondFactorRequired }) => (
            <>
              <People admins={admins} handling={handling} />
              <Requirement admins={admins} isRequired={isSecondFactorRequired} />
              {invitations.length > 0 && <Invitations invitations={invitations} handling={handling} />}
            </>
          )}
        </List>
      </div>
      {open?.dialog === 'invite' && <InviteDialog onClose={close} />}
      {open?.dialog === 'role' && <RoleDialog admin={open.admin} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDialog admin={open.admin} onClose={close} />}
    </>
  )
}

interface TeamActions {
  onRole: (admin: Admin) => void
  onRemove: (admin: Admin) => void
  onWithdraw: (invitation: OpenInvitation) => void
}

function People({ admins, handling }: { admins: Team['admins']; handling: TeamActions | undefined }) {
  const columns: Column<Admin>[] = [
    {
      name: text.columns.person,
      cell: ({ id, name, email }) => (
        <div class="line gap-3">
          <span class="person__initial disc" aria-hidden="true">
            {initialOf(name)}
          </span>
          <span class="person__text stack">
            <span class="bold breakable">
              {name} {id === me.value?.admin.id && <Badge>{text.you}</Badge>}
            </span>
            <span class="note">{email}</span>
          </span>
        </div>
      ),
    },
    { name: text.columns.role, cell: ({ role }) => panelText.roles[role] },
    {
      name: text.columns.secondFactor,
      cell: ({ hasSecondFactor }) => (
        <Badge tone={hasSecondFactor ? 'good' : 'notice'}>{hasSecondFactor ? text.on : text.off}</Badge>
      ),
    },
    {
      name: text.columns.lastSignIn,
      cell: ({ lastSignedInAt }) => (lastSignedInAt ? <RelativeTime at={lastSignedInAt} /> : text.never),
    },
  ]
  if (handling) {
    columns.push({
      name: text.columns.actions,
      isNameHidden: true,
      cell: (admin) =>
        // The own role can only be changed by another owner.
        admin.id === me.value?.admin.id ? null : (
          <Menu label={text.actionsOf(admin.name)} button={<MoreIcon />}>
            <MenuItem icon={ShieldIcon} onPress={() => handling.onRole(admin)}>
              {text.changeRole}
            </MenuItem>
            <MenuItem icon={BanIcon} tone="danger" onPress={() => handling.onRemove(admin)}>
              {text.remove}
            </MenuItem>
          </Menu>
        ),
    })
  }
  return <Table label={text.peopleLabel} columns={columns} rows={admins} keyOf={({ id }) => id} />
}

interface InvitationsProps {
  invitations: readonly OpenInvitation[]
  handling: TeamActions | undefined
}

function Invitations({ invitations, handling }: InvitationsProps) {
  const columns: Column<OpenInvitation>[] = [
    { name: text.columns.email, cell: ({ email }) => <span class="bold breakable">{email}</span> },
    { name: text.columns.role, cell: ({ role }) => panelText.roles[role] },
    { name: text.columns.invited, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { name: text.columns.expires, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
  ]
  if (handling) {
    columns.push({
      name: text.columns.actions,
      isNameHidden: true,
      cell: (invitation) => (
        <Menu label={text.actionsOf(invitation.email)} button={<MoreIcon />}>
          <MenuItem icon={BanIcon} tone="danger" onPress={() => handling.onWithdraw(invitation)}>
            {text.withdraw}
          </MenuItem>
        </Menu>
      ),
    })
  }
  return (
    <section class="team__part stack">
      <h2>{text.invitationsTitle}</h2>
      <Table label={text.invitationsTitle} columns={columns} rows={invitations} keyOf={({ id }) => id} />
    </section>
  )
}

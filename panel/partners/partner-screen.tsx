import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import type { NewInvitation, PartnerDetail, PartnerMonth } from '@estante/contract/panel/partners.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { BanIcon, CheckIcon, MailIcon, PencilIcon, PlusIcon } from '@estante/design/icons/icons.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { useResource } from '../admin-session/use-resource.ts'
import { AuditEntry } from '../audit/audit-entry.tsx'
import { formatNumber } from '../format-number.ts'
import { CallsChart } from '../integrations/calls-chart.tsx'
import { sectionPath } from '../router.ts'
import { Fact } from '../shell/fact.tsx'
import { ItemSkeleton } from '../shell/item-skeleton.tsx'
import { MissingState } from '../shell/missing-state.tsx'
import { Part } from '../shell/part.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { InvitationLinkDialog } from '../team/invitation-link-dialog.tsx'
import { text as teamText } from '../team/text.ts'
import { text as panelText } from '../text.ts'
import { formatMonth, formatRelative } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { usageColumns } from '../usage/usage-columns.ts'
import { InviteOwnerDialog, LimitDialog, RenameDialog, ResumeDialog, SuspendDialog } from './partner-dialogs.tsx'
import { changeLimit, changePartnerLimit, fetchPartner } from './partners.ts'
import { text } from './text.ts'
import './partners-screen.css'
import './partner-screen.css'

type OpenDialog =
  | { dialog: 'suspend' | 'resume' | 'rename' | 'partner-limit' }
  | { dialog: 'limit'; credential: PanelCredential }
  | { dialog: 'invite'; email?: string }
  | { dialog: 'link'; invited: NewInvitation }

/** A partner: access, credentials and limits, team, usage and audit. */
export function PartnerScreen({ slug }: { slug: string }) {
  const resource = useResource(slug, () => fetchPartner(slug))
  const [open, setOpen] = useState<OpenDialog>()
  const partner = resource.data.value
  if (partner === null)
    return <MissingState title={text.goneTitle} help={text.goneHelp} href={sectionPath('partners')} link={text.clear} />
  const close = () => setOpen(undefined)
  const reload = async () => {
    await resource.load()
    return resource.data.peek() ?? Promise.reject(new Error('The partner is gone.'))
  }
  const done = (message: string) => {
    showToast(message)
    close()
    void resource.load()
  }
  return (
    <>
      <BackLink href={sectionPath('partners')}>{text.back}</BackLink>
      {partner && (
        <ScreenHeader
          title={partner.name}
          help={<Names partner={partner} />}
          action={<Acts partner={partner} onOpen={setOpen} />}
        />
      )}
      <ResourceContent resource={resource} skeleton={<ItemSkeleton />} level={1}>
        {(loaded) => loaded && <Parts partner={loaded} onOpen={setOpen} />}
      </ResourceContent>
      {partner && open?.dialog === 'suspend' && (
        <SuspendDialog partner={partner} onClose={close} onDone={() => done(text.suspendedToast(partner.name))} />
      )}
      {partner && open?.dialog === 'resume' && (
        <ResumeDialog partner={partner} onClose={close} onDone={() => done(text.resumedToast(partner.name))} />
      )}
      {partner && open?.dialog === 'rename' && (
        <RenameDialog partner={partner} reload={reload} onClose={close} onDone={(name) => done(text.renamed(name))} />
      )}
      {partner && open?.dialog === 'limit' && (
        <LimitDialog
          title={text.limit.title(open.credential.name)}
          hint={text.limit.hint}
          limit={open.credential.rateLimit}
          change={(limit) => changeLimit(partner.slug, open.credential, limit)}
          reload={async () => {
            const { clientId, rateLimit } = open.credential
            return (await reload()).credentials.find((one) => one.clientId === clientId)?.rateLimit ?? rateLimit
          }}
          onClose={close}
          onDone={(limit) => done(text.limit.toast(open.credential.name, limit))}
        />
      )}
      {partner && open?.dialog === 'partner-limit' && (
        <LimitDialog
          title={text.partnerLimit.title(partner.name)}
          hint={text.partnerLimit.hint}
          limit={partner.rateLimit}
          change={(limit) => changePartnerLimit(partner.slug, limit)}
          reload={async () => (await reload()).rateLimit}
          onClose={close}
          onDone={(limit) => done(text.partnerLimit.toast(partner.name, limit))}
        />
      )}
      {partner && open?.dialog === 'invite' && (
        <InviteOwnerDialog
          partner={partner}
          email={open.email}
          onClose={close}
          onInvited={(invited) => {
            if (invited.invitationUrl === null) return done(teamText.invited(invited.email))
            setOpen({ dialog: 'link', invited })
            void resource.load()
          }}
        />
      )}
      {open?.dialog === 'link' && <InvitationLinkDialog invited={open.invited} onDone={close} />}
    </>
  )
}

function Names({ partner: { slug, suspendedAt } }: { partner: PartnerDetail }) {
  return (
    <span class="partner__line">
      <Badge tone={suspendedAt ? 'danger' : 'good'}>{suspendedAt ? text.suspended : text.active}</Badge>
      <span>{text.slug(slug)}</span>
    </span>
  )
}

function Acts({ partner, onOpen }: { partner: PartnerDetail; onOpen: (open: OpenDialog) => void }) {
  return (
    <div class="row">
      <Button variant="soft" icon={PencilIcon} onClick={() => onOpen({ dialog: 'rename' })}>
        {text.rename}
      </Button>
      {partner.suspendedAt ? (
        <Button icon={CheckIcon} onClick={() => onOpen({ dialog: 'resume' })}>
          {text.resume}
        </Button>
      ) : (
        <Button variant="danger" icon={BanIcon} onClick={() => onOpen({ dialog: 'suspend' })}>
          {text.suspend}
        </Button>
      )}
    </div>
  )
}

function Parts({ partner, onOpen }: { partner: PartnerDetail; onOpen: (open: OpenDialog) => void }) {
  const { suspendedAt, members, callsByDay, activeUsers, createdAt } = partner
  const calls = callsByDay.reduce((sum, count) => sum + count, 0)
  return (
    <div class="stack gap-6">
      {suspendedAt && (
        <Callout tone="danger">{text.suspendedNotice(formatRelative(Date.parse(suspendedAt), now.value))}</Callout>
      )}
      <dl class="partner__facts row card">
        <Fact name={text.facts.active}>{formatNumber(activeUsers)}</Fact>
        <Fact name={text.facts.week}>{formatNumber(calls)}</Fact>
        <Fact name={text.facts.members}>{formatCount(members.production)}</Fact>
        <Fact name={text.facts.sandboxMembers}>{formatCount(members.sandbox)}</Fact>
        <Fact name={text.facts.since}>
          <RelativeTime at={createdAt} />
        </Fact>
      </dl>
      <Credentials partner={partner} onOpen={onOpen} />
      <People partner={partner} onOpen={onOpen} />
      <Months months={partner.months} />
      <Part
        title={text.audit.title}
        action={
          <a class="partner__link label link" href={sectionPath('audit', { query: { parceiro: partner.slug } })}>
            {text.seeAudit}
          </a>
        }
      >
        {partner.audit.length === 0 ? (
          <p class="note">{text.audit.none}</p>
        ) : (
          <ol class="card lined">
            {partner.audit.map((entry) => (
              <li key={entry.id}>
                <AuditEntry entry={entry} isInPartner hasDay />
              </li>
            ))}
          </ol>
        )}
      </Part>
    </div>
  )
}

interface CredentialsProps {
  partner: PartnerDetail
  onOpen: (open: OpenDialog) => void
}

function Credentials({ partner: { slug, credentials, rateLimit }, onOpen }: CredentialsProps) {
  const columns: Column<PanelCredential>[] = [
    {
      name: text.credentials.name,
      cell: ({ name, clientId }) => (
        <div class="cell-lines">
          <span class="bold breakable">{name}</span>
          <code class="breakable detail">{clientId}</code>
        </div>
      ),
    },
    {
      name: text.credentials.environment,
      cell: ({ environment, revokedAt }) =>
        revokedAt ? (
          <Badge tone="danger">{text.credentials.revoked}</Badge>
        ) : (
          <Badge tone={environment === 'sandbox' ? 'notice' : 'good'}>{text.credentials[environment]}</Badge>
        ),
    },
    {
      name: text.credentials.lastUse,
      cell: ({ lastUse }) => (lastUse ? <RelativeTime at={lastUse.at} /> : text.credentials.neverUsed),
    },
    { name: text.credentials.week, cell: ({ callsByDay }) => <CallsChart callsByDay={callsByDay} /> },
    {
      name: text.credentials.limit,
      cell: (credential) => (
        <span class="partner__limit tabular">
          {formatNumber(credential.rateLimit)}
          {!credential.revokedAt && (
            <Button
              variant="plain"
              size="compact"
              aria-label={text.credentials.changeLimitOf(credential.name)}
              onClick={() => onOpen({ dialog: 'limit', credential })}
            >
              {text.credentials.changeLimit}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <Part
      title={text.credentials.title}
      action={
        <a class="partner__link label link" href={sectionPath('log', { query: { parceiro: slug } })}>
          {text.credentials.seeCalls}
        </a>
      }
    >
      <Table
        label={text.credentials.label}
        columns={columns}
        rows={credentials}
        keyOf={({ clientId }) => clientId}
        isFaded={({ revokedAt }) => revokedAt !== null}
        none={text.credentials.none}
      />
      <p class="partner__together row note">
        {text.partnerLimit.is(rateLimit)}
        <Button
          variant="plain"
          size="compact"
          aria-label={text.partnerLimit.changeLabel}
          onClick={() => onOpen({ dialog: 'partner-limit' })}
        >
          {text.credentials.changeLimit}
        </Button>
      </p>
    </Part>
  )
}

type Person = { key: string; email: string; name?: string; role: keyof typeof panelText.roles } & (
  | { hasSecondFactor: boolean; lastSignedInAt: string | null }
  | { expiresAt: string }
)

function People({ partner: { team }, onOpen }: { partner: PartnerDetail; onOpen: (open: OpenDialog) => void }) {
  const people: Person[] = [
    ...team.admins.map((admin) => ({ key: admin.id, ...admin })),
    ...team.invitations.map((invitation) => ({ key: invitation.id, ...invitation })),
  ]
  const columns: Column<Person>[] = [
    {
      name: text.team.person,
      cell: ({ name, email }) => (
        <div class="cell-lines">
          <span class="bold breakable">{name ?? email}</span>
          {name && <span class="breakable detail">{email}</span>}
        </div>
      ),
    },
    { name: text.team.role, cell: ({ role }) => panelText.roles[role] },
    {
      name: text.team.secondFactor,
      cell: (person) =>
        'expiresAt' in person ? (
          <Badge>{text.team.invited}</Badge>
        ) : (
          <Badge tone={person.hasSecondFactor ? 'good' : 'notice'}>
            {person.hasSecondFactor ? text.team.on : text.team.off}
          </Badge>
        ),
    },
    {
      name: text.team.lastSignIn,
      cell: (person) => {
        if (!('expiresAt' in person)) {
          return person.lastSignedInAt ? <RelativeTime at={person.lastSignedInAt} /> : text.team.never
        }
        if (person.role !== 'owner') return text.team.never
        return (
          <Button
            variant="plain"
            size="compact"
            icon={MailIcon}
            aria-label={text.team.againOf(person.email)}
            onClick={() => onOpen({ dialog: 'invite', email: person.email })}
          >
            {text.team.again}
          </Button>
        )
      },
    },
  ]
  return (
    <Part
      title={text.team.title}
      action={
        <Button variant="soft" size="compact" icon={PlusIcon} onClick={() => onOpen({ dialog: 'invite' })}>
          {text.team.invite}
        </Button>
      }
    >
      <Table label={text.team.label} columns={columns} rows={people} keyOf={({ key }) => key} none={text.team.none} />
    </Part>
  )
}

const monthColumns: Column<PartnerMonth>[] = [
  { name: text.months.month, cell: ({ month }) => <div class="bold capitalized">{formatMonth(month)}</div> },
  { name: text.months.active, isFigure: true, cell: ({ activeUsers }) => formatNumber(activeUsers) },
  ...usageColumns<PartnerMonth>(text.months),
]

function Months({ months }: { months: readonly PartnerMonth[] }) {
  return (
    <Part title={text.months.title}>
      <Table
        label={text.months.label}
        columns={monthColumns}
        rows={months}
        keyOf={({ month }) => month}
        none={text.months.none}
      />
    </Part>
  )
}

function formatCount({ count, isMore }: { count: number; isMore: boolean }): string {
  return isMore ? text.more(count) : formatNumber(count)
}

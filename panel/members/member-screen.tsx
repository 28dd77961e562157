import type { MemberDetail, MemberMonth, MemberTitle, OpenView } from '@estante/contract/panel/members.ts'
import { BackLink } from '@estante/design/back-link/back-link.tsx'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { BanIcon, CheckIcon } from '@estante/design/icons/icons.tsx'
import { Progress } from '@estante/design/progress/progress.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { canHandleMemberData, canHandleMembers, me } from '../admin-session/admin-session.ts'
import { useResource } from '../admin-session/use-resource.ts'
import { CopyableCode } from '../copy/copyable-code.tsx'
import { environment } from '../router.ts'
import { Fact } from '../shell/fact.tsx'
import { Fold } from '../shell/fold.tsx'
import { ItemSkeleton } from '../shell/item-skeleton.tsx'
import { MissingState } from '../shell/missing-state.tsx'
import { NameCell } from '../shell/name-cell.tsx'
import { Part } from '../shell/part.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { formatDuration, formatMonth } from '../time/format-time.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { memberMonthPath } from '../usage/usage.ts'
import { usageColumns } from '../usage/usage-columns.ts'
import { AccessBadge } from './access-badge.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { AttemptsPart } from './attempts-part.tsx'
import { DataPart } from './data-part.tsx'
import { fetchMember, memberListPath, memberNameOf } from './members.ts'
import { text } from './text.ts'
import './member-screen.css'

const MONTHS_AT_ONCE = 6

/** A member: identity, open views, titles, months and access. */
export function MemberScreen({ id }: { id: string }) {
  const currentEnvironment = environment.value
  const resource = useResource(`${currentEnvironment} ${id}`, () => fetchMember(currentEnvironment, id))
  const [isDialogOpen, setDialogOpen] = useState(false)
  const member = resource.data.value
  if (member === null)
    return <MissingState title={text.goneTitle} help={text.goneHelp} href={memberListPath()} link={text.seeMembers} />
  const close = () => setDialogOpen(false)
  const done = (changed: MemberDetail, message: string) => {
    resource.put(changed)
    showToast(message)
    close()
  }
  return (
    <>
      <BackLink href={memberListPath()}>{text.back}</BackLink>
      {member && (
        <ScreenHeader
          title={memberNameOf(member)}
          isIdentifier={member.externalUserId !== null}
          help={<Summary member={member} />}
          action={canHandleMembers.value && <AccessButton member={member} onPress={() => setDialogOpen(true)} />}
        />
      )}
      <ResourceContent resource={resource} skeleton={<ItemSkeleton />} level={1}>
        {(loaded) => loaded && <Parts member={loaded} />}
      </ResourceContent>
      {isDialogOpen && member && <AccessDialog member={member} onClose={close} onChanged={done} />}
    </>
  )
}

function Summary({ member }: { member: MemberDetail }) {
  return (
    <span class="member__summary row">
      <AccessBadge member={member} />
      {member.blockedAt && (
        <span>
          {text.blockedSince} <RelativeTime at={member.blockedAt} />
        </span>
      )}
      {member.externalUserId === null && <span>{text.unlinked}</span>}
    </span>
  )
}

function AccessButton({ member, onPress }: { member: MemberDetail; onPress: () => void }) {
  return member.status === 'ACTIVE' ? (
    <Button variant="danger" icon={BanIcon} onClick={onPress}>
      {text.block}
    </Button>
  ) : (
    <Button icon={CheckIcon} onClick={onPress}>
      {text.restore}
    </Button>
  )
}

function Parts({ member }: { member: MemberDetail }) {
  return (
    <div class="stack gap-6">
      <Part title={text.details}>
        <Details member={member} />
      </Part>
      <Part title={text.attempts} help={text.attemptsHelp(me.value?.service.launchesRetentionDays ?? 1)}>
        <AttemptsPart member={member} />
      </Part>
      <Part title={text.views} help={text.viewsHelp}>
        <Views member={member} />
      </Part>
      <Part title={text.months}>
        <Months member={member} />
      </Part>
      <Part title={text.titles}>
        {member.titles === null ? (
          <p class="nothing">{text.titlesWithheld}</p>
        ) : member.titles.length === 0 ? (
          <p class="nothing">{text.noTitles}</p>
        ) : (
          <Table label={text.titles} columns={TITLE_COLUMNS} rows={member.titles} keyOf={({ id }) => id} />
        )}
      </Part>
      {canHandleMemberData.value && (
        <Part title={text.data} help={text.dataHelp}>
          <DataPart member={member} />
        </Part>
      )}
    </div>
  )
}

/** Only the latest at first. */
function Months({ member: { id, months } }: { member: MemberDetail }) {
  const [latest, earlier] = [months.slice(0, MONTHS_AT_ONCE), months.slice(MONTHS_AT_ONCE)]
  const keyOf = ({ month }: MemberMonth) => month
  if (latest.length === 0) return <p class="nothing">{text.noMonths}</p>
  return (
    <>
      <Table label={text.months} columns={monthColumns(id)} rows={latest} keyOf={keyOf} />
      {earlier.length > 0 && (
        <Fold name={text.earlierMonths(earlier.length)}>
          <Table label={text.earlierMonthsLabel} columns={monthColumns(id)} rows={earlier} keyOf={keyOf} />
        </Fold>
      )}
    </>
  )
}

function Details({ member }: { member: MemberDetail }) {
  const { externalUserId, name, email, createdAt, lastActivityAt, id } = member
  return (
    <dl class="member__facts card">
      <Fact name={text.identifier}>
        {externalUserId === null ? (
          <None>{text.noIdentifier}</None>
        ) : (
          <CopyableCode value={externalUserId} valueName={text.identifierOf} />
        )}
      </Fact>
      <Fact name={text.name}>{name ?? <None>{text.noName}</None>}</Fact>
      <Fact name={text.email}>{email ?? <None>{text.noEmail}</None>}</Fact>
      <Fact name={text.created}>
        <RelativeTime at={createdAt} />
      </Fact>
      <Fact name={text.lastActivity}>
        {lastActivityAt ? <RelativeTime at={lastActivityAt} /> : <None>{text.neverActive}</None>}
      </Fact>
      <Fact name={text.id}>
        <CopyableCode value={id} valueName={text.idOf} />
      </Fact>
    </dl>
  )
}

function None({ children }: { children: ComponentChildren }) {
  return <span class="soft">{children}</span>
}

function Views({ member }: { member: MemberDetail }) {
  if (member.openViews.length === 0) {
    return <p class="nothing">{member.status === 'BLOCKED' ? text.noViewsBlocked : text.noViews}</p>
  }
  return (
    <ul class="card lined">
      {member.openViews.map((view, index) => (
        <View key={index} view={view} />
      ))}
    </ul>
  )
}

function View({ view: { openedAt, lastSeenAt, isOpenNow } }: { view: OpenView }) {
  return (
    <li class="member__view row">
      {isOpenNow ? (
        <Badge tone="good">{text.openNow}</Badge>
      ) : (
        <span>
          {text.seen} <RelativeTime at={lastSeenAt} />
        </span>
      )}
      <span class="soft">
        {text.opened} <RelativeTime at={openedAt} />
      </span>
    </li>
  )
}

const TITLE_COLUMNS: readonly Column<MemberTitle>[] = [
  {
    name: text.titleColumns.title,
    cell: ({ title, author, type }) => <NameCell name={title} more={`${author} · ${text.kinds[type]}`} />,
  },
  {
    name: text.titleColumns.progress,
    cell: ({ title, totalProgression, finishedAt }) => (
      <div class="member__progress stack">
        <Progress label={text.progressOf(title)} value={totalProgression} />
        <span class="breakable">{finishedAt ? text.finished : `${Math.floor(totalProgression * 100)}%`}</span>
      </div>
    ),
  },
  {
    name: text.titleColumns.time,
    isFigure: true,
    cell: ({ activeSeconds }) => formatDuration(activeSeconds),
  },
  {
    name: text.titleColumns.started,
    cell: ({ startedAt }) => (
      <span class="breakable">{startedAt ? <RelativeTime at={startedAt} /> : <None>{text.notStarted}</None>}</span>
    ),
  },
]

function monthColumns(memberId: string): readonly Column<MemberMonth>[] {
  return [
    {
      name: text.monthColumns.month,
      cell: ({ month }) => <NameCell name={formatMonth(month)} href={memberMonthPath(month, memberId)} />,
    },
    ...usageColumns<MemberMonth>(text.monthColumns),
  ]
}

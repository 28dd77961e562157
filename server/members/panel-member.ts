import type { MemberDetail, MemberMonth, MemberTitle, OpenView, PanelMember } from '@estante/contract/panel/members.ts'
import { nameOfMonth } from '../calendar.ts'
import type { Connection } from '../db/database.ts'
import type { Member } from '../db/tables.ts'
import { displayNameOf } from '../display-name.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { memberKeyOf, ofMember } from '../tenancy.ts'
import { isListed, toFigures } from '../usage/figures.ts'
import { newestLaunches, readAccessAttempts } from './access-attempts.ts'
import { viewsNotEnded } from './member-session.ts'

const MAX_TITLES = 100
const MAX_VIEWS = 50

/** Adds to members of a list when they last listened or read. */
export async function toPanelMembers(db: Connection, members: Member[]): Promise<PanelMember[]> {
  const [first] = members
  if (!first) return []
  const ids = members.map((member) => member.id)
  const rows = await db
    .selectFrom('usage_month')
    .select((row) => ['member_id', row.fn.max('last_activity_at').as('at')])
    .where('partner_id', '=', first.partner_id)
    .where('member_id', 'in', ids)
    .groupBy('member_id')
    .execute()
  const lastActivity = new Map(rows.map(({ member_id, at }) => [member_id, at]))
  return members.map((member) => toPanelMember(member, lastActivity.get(member.id) ?? null))
}

/** Reads a member's details for the panel; without titles for roles that may not see them. */
export async function readMemberDetail(
  db: Connection,
  now: number,
  member: Member,
  { hasTitles }: { hasTitles: boolean },
): Promise<MemberDetail> {
  const [panelMembers, attempts, openViews, titles, months] = await Promise.all([
    toPanelMembers(db, [member]),
    readAccessAttempts(db, now, member),
    readOpenViews(db, now, member),
    hasTitles ? readTitles(db, member) : null,
    readMonths(db, member),
  ])
  return {
    ...(panelMembers[0] as PanelMember),
    createdAt: new Date(member.created_at).toISOString(),
    blockedAt: toIsoString(member.revoked_at),
    attempts,
    openViews,
    titles,
    months,
  }
}

/**
 * Lists a member's live sessions (`findLiveMemberSession`). Refreshed ones have an index; the others, only minutes old,
 * are found by the partner's newest links. An index on every session would cost each exchange more than the rest of its
 * row.
 */
async function readOpenViews(db: Connection, now: number, member: Member): Promise<OpenView[]> {
  if (member.revoked_at !== null) return []
  const opened = newestLaunches(db, member).select('launch.member_session_id as id')
  const renewed = db
    .selectFrom('member_session')
    .select('id')
    .where(ofMember(memberKeyOf(member)))
    .whereRef('rotated_at', '>', 'created_at')
  const rows = await db
    .selectFrom('member_session')
    .select(['created_at', 'rotated_at', 'access_expires_at'])
    .where('id', 'in', opened.union(renewed))
    .where('revocation_count', '=', member.revocation_count)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where(viewsNotEnded('member_session.credential_id'))
    .orderBy('rotated_at', 'desc')
    .limit(MAX_VIEWS)
    .execute()
  return rows.map((row) => ({
    openedAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.rotated_at).toISOString(),
    isOpenNow: row.access_expires_at > now,
  }))
}

async function readTitles(db: Connection, member: Member): Promise<MemberTitle[]> {
  const rows = await db
    .selectFrom('library_entry')
    .innerJoin('publication', 'publication.id', 'library_entry.publication_id')
    .select(['publication.public_id as id', 'type', 'title', 'author', 'total_progression as totalProgression'])
    .select(['active_ms', 'started_at', 'finished_at'])
    .where(ofMember(memberKeyOf(member)))
    .orderBy('library_entry.updated_at', 'desc')
    .orderBy('publication.public_id')
    .limit(MAX_TITLES)
    .execute()
  return rows.map(({ active_ms, started_at, finished_at, ...title }) => ({
    ...title,
    activeSeconds: Math.floor(active_ms / 1000),
    startedAt: toIsoString(started_at),
    finishedAt: toIsoString(finished_at),
  }))
}

/** Reads the months whose report includes the member. */
async function readMonths(db: Connection, member: Member): Promise<MemberMonth[]> {
  const rows = await db
    .selectFrom('usage_month')
    .select(['month', 'listening_ms', 'titles_started', 'chapters_read'])
    .where(ofMember(memberKeyOf(member)))
    .where(isListed)
    .orderBy('month', 'desc')
    .execute()
  return rows.map((row) => {
    const { titlesStarted, listeningSeconds, readingChapters } = toFigures(row)
    return { month: nameOfMonth(row.month), titlesStarted, listeningSeconds, readingChapters }
  })
}

function toPanelMember(member: Member, lastActivityAt: number | null): PanelMember {
  return {
    id: member.public_id,
    externalUserId: member.external_user_id,
    email: member.email,
    name: displayNameOf(member),
    status: member.revoked_at === null ? 'ACTIVE' : 'BLOCKED',
    lastActivityAt: toIsoString(lastActivityAt),
  }
}

import type { PartnerDetail, PartnerMonth, PartnerState, PartnerSummary } from '@estante/contract/panel/partners.ts'
import { readAudit } from '../audit/audit.ts'
import { type Month, monthOf, nameOfMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { DAYS_OF_CALLS, readCallsByDay } from '../credentials/calls-by-day.ts'
import { toPanelCredentials } from '../credentials/panel-credential.ts'
import type { Database } from '../db/database.ts'
import type { Partner } from '../db/tables.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { countMembers } from '../members/member-list.ts'
import { toSearchWords } from '../search-text.ts'
import { readTeam } from '../team/team.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { readTotals } from '../usage/totals.ts'

const MAX_ACTS = 10
const MAX_MONTHS = 12

/** Reads a page of partners, newest first, from before the given id. */
export async function findPartners(
  db: Database,
  { search = '', state }: { search?: string; state?: PartnerState },
  before: string | undefined,
  limit: number,
): Promise<Partner[]> {
  const words = toSearchWords(search)
  return db.read
    .selectFrom('partner')
    .selectAll()
    .where('id', '!=', PREVIEW_PARTNER_ID)
    .$if(state !== undefined, (query) => query.where('suspended_at', state === 'active' ? 'is' : 'is not', null))
    .$if(before !== undefined, (query) => query.where('public_id', '<', before ?? ''))
    .where((row) => {
      // Prefixes of words, without wildcards.
      const text = row(row.val(' '), '||', row.ref('search_text'))
      return row.and(words.map((word) => row(text, 'like', `% ${word}%`)))
    })
    .orderBy('public_id', 'desc')
    .limit(limit)
    .execute()
}

/** Adds figures to partners for the operator's list. Costs grow with their credentials, not with their members. */
export async function toSummaries({ db, clock, config }: Context, partners: Partner[]): Promise<PartnerSummary[]> {
  if (partners.length === 0) return []
  const partnerIds = partners.map(({ id }) => id)
  const credentials = await db.read
    .selectFrom('credential')
    .select(['id', 'partner_id', 'revoked_at'])
    .where('partner_id', 'in', partnerIds)
    .execute()
  const ids = credentials.map(({ id }) => id)
  const callsOf = await readCallsByDay(db, clock.now(), config.timeZone, ids)
  const activeOf = await readActiveUsers(db, monthOf(clock.now(), config.timeZone), partnerIds)
  const ofPartner = Map.groupBy(credentials, (credential) => credential.partner_id)
  return partners.map((partner) => {
    const own = ofPartner.get(partner.id) ?? []
    return {
      id: partner.public_id,
      name: partner.name,
      slug: partner.slug,
      createdAt: new Date(partner.created_at).toISOString(),
      suspendedAt: toIsoString(partner.suspended_at),
      rateLimit: partner.rate_limit,
      activeCredentials: own.filter((credential) => credential.revoked_at === null).length,
      callsByDay: Array.from({ length: DAYS_OF_CALLS }, (_, day) =>
        own.reduce((sum, credential) => sum + (callsOf.get(credential.id)?.[day] ?? 0), 0),
      ),
      activeUsers: activeOf.get(partner.id) ?? 0,
    }
  })
}

/** Counts each partner's members with activity in a month, in production. */
async function readActiveUsers(db: Database, month: Month, partnerIds: number[]): Promise<Map<number, number>> {
  const rows = await db.read
    .selectFrom('usage_title')
    .select(({ fn }) => ['partner_id', fn.sum<number>('active_users').as('count')])
    .where('partner_id', 'in', partnerIds)
    .where('environment', '=', PRODUCTION)
    .where('month', '=', month)
    .groupBy('partner_id')
    .execute()
  return new Map(rows.map(({ partner_id, count }) => [partner_id, count]))
}

export async function toSummary(context: Context, partner: Partner): Promise<PartnerSummary> {
  const [summary] = await toSummaries(context, [partner])
  return summary as PartnerSummary
}

export async function readDetail(context: Context, partner: Partner): Promise<PartnerDetail> {
  const { db, clock } = context
  const [summary, production, sandbox, credentials, team, months, audit] = await Promise.all([
    toSummary(context, partner),
    countMembers(db.read, { partnerId: partner.id, environment: PRODUCTION }, {}),
    countMembers(db.read, { partnerId: partner.id, environment: SANDBOX }, {}),
    db.read
      .selectFrom('credential')
      .selectAll()
      .where('partner_id', '=', partner.id)
      .orderBy((is) => is('revoked_at', 'is', null), 'desc')
      .orderBy('environment')
      .orderBy('created_at', 'desc')
      .execute(),
    readTeam(db, clock.now(), partner.id),
    readMonths(context, partner.id),
    readAudit(db, { partnerId: partner.id, isForOperator: true }, undefined, MAX_ACTS),
  ])
  return {
    ...summary,
    members: { production, sandbox },
    credentials: await toPanelCredentials(context, credentials),
    team,
    months,
    audit: audit.items,
  }
}

/** Reads the last twelve months in which there was any activity, newest first. */
async function readMonths({ db, clock, config }: Context, partnerId: number): Promise<PartnerMonth[]> {
  const tenancy = { partnerId, environment: PRODUCTION }
  const months = await readTotals(db.read, tenancy, monthOf(clock.now(), config.timeZone), MAX_MONTHS)
  return months
    .filter(({ totals }) => totals.activeUsers > 0)
    .map(({ month, totals }) => ({ month: nameOfMonth(month), ...totals }))
    .reverse()
}

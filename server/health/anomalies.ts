import type { Anomaly, AnomalyKind } from '@estante/contract/panel/health.ts'
import { sql } from 'kysely'
import { DAY_MS, lastDays, monthOf } from '../calendar.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type Environment, nameOfEnvironment } from '../environment.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { PREVIEW_PARTNER_ID } from '../tenancy.ts'
import { readAnomalies } from '../usage/anomalies.ts'

/*
 * Each anomaly is found by a query of bounded cost: by the number of credentials, an index of refusals, or the number
 * of latest rows that it scans.
 */

/** The most anomalies listed of each kind: a larger number has one cause. */
const MAX_OF_KIND = 20

/** The latest links that are scanned, of all partners. */
const LAUNCHES = 5000
const MIN_LAUNCHES = 20
const REFUSED_SHARE = 0.2

const MIN_CALLS_REFUSED = 100

const MIN_CALLS = 1000
const TIMES_THE_WEEK = 3
/** The most partners whose week is examined, the busiest of today first. */
const BUSIEST = 200

const UNUSED_MS = 30 * DAY_MS

export async function findAnomalies(
  db: Database,
  now: number,
  { timeZone }: Pick<Config, 'timeZone'>,
): Promise<Anomaly[]> {
  const found = await Promise.all([
    findMembers(db, now, timeZone),
    findRefusedLaunches(db, now),
    findRefusedCalls(db, now),
    findCallsAboveWeek(db, now, timeZone),
    findUnusedCredentials(db, now),
  ])
  return found.flat()
}

/** Finds members with more usage this month or last than one person can have. */
async function findMembers(db: Database, now: number, timeZone: string): Promise<Anomaly[]> {
  const rows = await readAnomalies(db.read, monthOf(now, timeZone) - 1, MAX_OF_KIND)
  if (rows.length === 0) return []
  const partners = await db.read
    .selectFrom('partner')
    .select(['id', 'name', 'slug'])
    .where('id', '!=', PREVIEW_PARTNER_ID)
    .where('id', 'in', [...new Set(rows.map(({ partnerId }) => partnerId))])
    .execute()
  return rows.flatMap(({ kind, partnerId, environment, externalUserId, value, at }) => {
    const partner = partners.find(({ id }) => id === partnerId)
    if (!partner) return []
    return anomaly(kind, partner, { environment, subject: externalUserId, value, at })
  })
}

/** Partners whose links of the last day were refused unusually often, among the latest of all. */
async function findRefusedLaunches(db: Database, now: number): Promise<Anomaly[]> {
  const rows = await db.read
    .selectFrom(
      db.read
        .selectFrom('launch')
        .select(['partner_id', 'environment', 'created_at', 'refused_reason'])
        .orderBy('id', 'desc')
        .limit(LAUNCHES)
        .as('latest'),
    )
    .innerJoin('partner', 'partner.id', 'latest.partner_id')
    .select(({ fn }) => [
      'partner.name',
      'partner.slug',
      'latest.environment',
      fn.countAll<number>().as('all'),
      fn.count<number>('latest.refused_reason').as('refused'),
    ])
    .where('latest.created_at', '>', now - DAY_MS)
    .where('partner.id', '!=', PREVIEW_PARTNER_ID)
    .groupBy(['partner.name', 'partner.slug', 'latest.environment'])
    .execute()
  return rows
    .filter(({ all, refused }) => all >= MIN_LAUNCHES && refused / all >= REFUSED_SHARE)
    .sort((one, other) => other.refused - one.refused)
    .slice(0, MAX_OF_KIND)
    .map(({ environment, all, refused, ...partner }) =>
      anomaly('launches-refused', partner, { environment, value: refused, usual: all }),
    )
}

/** Credentials with many calls in the last day refused for a wrong secret or the rate limit. */
async function findRefusedCalls(db: Database, now: number): Promise<Anomaly[]> {
  const rows = await db.read
    .selectFrom(
      db.read
        // Found first, by their own index: the index by credential would scan every call.
        .with(
          (cte) => cte('unwelcome').materialized(),
          (tx) =>
            tx
              .selectFrom('request_log')
              .select(['credential_id', 'omitted', 'at'])
              .where('at', '>', now - DAY_MS)
              .where(sql<boolean>`status in (401, 429)`),
        )
        .selectFrom('unwelcome')
        .select(['credential_id', sql<number>`sum(1 + omitted)`.as('refused'), sql<number>`max(at)`.as('last_at')])
        .groupBy('credential_id')
        .having(sql<boolean>`sum(1 + omitted) >= ${sql.lit(MIN_CALLS_REFUSED)}`)
        .orderBy('refused', 'desc')
        .limit(MAX_OF_KIND)
        .as('worst'),
    )
    .innerJoin('credential', 'credential.id', 'worst.credential_id')
    .innerJoin('partner', 'partner.id', 'credential.partner_id')
    .select(['partner.name', 'slug', 'environment', 'credential.name as subject', 'refused', 'last_at'])
    .orderBy('refused', 'desc')
    .execute()
  return rows.map(({ environment, subject, refused, last_at, ...partner }) =>
    anomaly('calls-refused', partner, { environment, subject, value: refused, at: last_at }),
  )
}

/** Partners with far more calls today than on any day of the week before. */
async function findCallsAboveWeek(db: Database, now: number, timeZone: string): Promise<Anomaly[]> {
  const days = lastDays(now, timeZone, 8)
  const today = days.at(-1) ?? ''
  const busy = await db.read
    .selectFrom('credential')
    .innerJoin('credential_day', 'credential_day.credential_id', 'credential.id')
    .select(({ fn }) => ['partner_id', fn.sum<number>('calls').as('calls')])
    .where('day', '=', today)
    .groupBy('partner_id')
    .having(({ fn }) => fn.sum('calls'), '>=', MIN_CALLS)
    .orderBy('calls', 'desc')
    .limit(BUSIEST)
    .execute()
  if (busy.length === 0) return []
  const partnerIds = busy.map(({ partner_id }) => partner_id)
  const rows = await db.read
    .selectFrom('credential')
    .innerJoin('credential_day', 'credential_day.credential_id', 'credential.id')
    .innerJoin('partner', 'partner.id', 'credential.partner_id')
    .select(['partner_id', 'partner.name', 'slug', 'day', 'calls'])
    .where('partner_id', 'in', partnerIds)
    .where('day', '>=', days[0] ?? '')
    .execute()
  const ofPartner = Map.groupBy(rows, ({ partner_id }) => partner_id)
  return [...ofPartner.values()]
    .flatMap((own) => {
      const callsOn = (day: string) => own.reduce((sum, row) => sum + (row.day === day ? row.calls : 0), 0)
      const week = days.slice(0, -1).map(callsOn)
      const value = callsOn(today)
      const usual = Math.round(week.reduce((sum, calls) => sum + calls, 0) / week.length)
      const [partner] = own
      return partner && value > TIMES_THE_WEEK * Math.max(...week)
        ? [anomaly('calls-above-week', partner, { value, usual })]
        : []
    })
    .sort((one, other) => other.value - one.value)
    .slice(0, MAX_OF_KIND)
}

/** Credentials unused for a month: an unneeded credential is only a risk. */
async function findUnusedCredentials(db: Database, now: number): Promise<Anomaly[]> {
  const lastUse = sql<number>`coalesce(last_used_at, credential.created_at)`
  const rows = await db.read
    .selectFrom('credential')
    .innerJoin('partner', 'partner.id', 'credential.partner_id')
    .select(['partner.name', 'partner.slug', 'environment', 'credential.name as subject', lastUse.as('at')])
    .where('revoked_at', 'is', null)
    .where(lastUse, '<', now - UNUSED_MS)
    .orderBy('at')
    .limit(MAX_OF_KIND)
    .execute()
  return rows.map(({ environment, subject, at, ...partner }) =>
    anomaly('credential-unused', partner, {
      environment,
      subject,
      value: Math.floor((now - at) / DAY_MS),
      at,
    }),
  )
}

function anomaly(
  kind: AnomalyKind,
  { name, slug }: { name: string; slug: string },
  {
    environment,
    subject = null,
    value,
    usual = null,
    at,
  }: Partial<Pick<Anomaly, 'subject' | 'usual'>> & { environment?: Environment; value: number; at?: number },
): Anomaly {
  const instant = toIsoString(at ?? null)
  const scope = environment === undefined ? null : nameOfEnvironment(environment)
  return { kind, partner: { name, slug }, environment: scope, subject, value, usual, at: instant }
}

import type { AuditEntry, listAudit } from '@estante/contract/panel/audit.ts'
import type { Query } from '@estante/contract/route.ts'
import { call } from '../admin-session/call.ts'
import { dropResource } from '../admin-session/resource.ts'
import { createPages, type Pages } from '../paging/pages.ts'

/** A page of what is rare comes in several answers: so many are asked for, unless there is enough to show before. */
const MOST_ASKED = 50
const ENOUGH = 20

export type AuditFilters = Omit<Query<typeof listAudit>, 'cursor'>

let latest: { of: string; entries: Pages<AuditEntry> } | undefined

/** What was done, of what the filters let through, the newest first. */
export function entriesOf(filters: AuditFilters): Pages<AuditEntry> {
  const of = new URLSearchParams(filters as Record<string, string>).toString()
  if (latest?.of === of) return latest.entries
  if (latest) dropResource(latest.entries)
  const entries = createPages<AuditEntry>(async (cursor) => {
    const items: AuditEntry[] = []
    let next = cursor
    for (let asked = 0; asked < MOST_ASKED; asked++) {
      const query = new URLSearchParams({ ...(filters as Record<string, string>), ...(next && { cursor: next }) })
      const page = await call<typeof listAudit>('GET', `/panel/v1/audit?${query}`)
      items.push(...page.items)
      if (page.nextCursor === null || items.length >= ENOUGH) return { items, nextCursor: page.nextCursor }
      next = page.nextCursor
    }
    return { items, nextCursor: next ?? null }
  })
  latest = { of, entries }
  return entries
}

/** Where all that the filters let through is, as CSV. */
export function csvOf(filters: AuditFilters): string {
  return `/panel/v1/audit.csv?${new URLSearchParams(filters as Record<string, string>)}`
}

/** The entries of each day, in the zone of whoever looks. */
export function groupByDay(entries: readonly AuditEntry[]): [day: number, entries: AuditEntry[]][] {
  return [...Map.groupBy(entries, ({ at }) => startOfDay(Date.parse(at)))]
}

/** Midnight before an instant, in the zone of whoever looks. */
export function startOfDay(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0)
}

/** Where a day written `YYYY-MM-DD` begins, so many days later, in the zone of whoever looks. Undefined for what is none. */
export function instantOf(day: string | undefined, daysLater = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? []
  if (!year || !month || !date) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString()
}

import { createFilteredPages } from '@estante/client/pages.ts'
import type { AuditEntry, listAudit } from '@estante/contract/panel/audit.ts'
import type { Query } from '@estante/contract/route.ts'
import { call } from '../admin-session/call.ts'

/** Maximum requests for one page of rare entries. */
const MAX_REQUESTS = 50
const ENOUGH = 20

export type AuditFilters = Omit<Query<typeof listAudit>, 'cursor'>

/** The entries that match the filters, newest first. */
export const entriesOf = createFilteredPages<AuditFilters, AuditEntry>(async (query) => {
  const items: AuditEntry[] = []
  let { cursor } = query
  for (let count = 0; count < MAX_REQUESTS; count++) {
    const parameters = new URLSearchParams({ ...query, ...(cursor !== undefined && { cursor }) })
    const page = await call<typeof listAudit>('GET', `/panel/v1/audit?${parameters}`)
    items.push(...page.items)
    if (page.nextCursor === null || items.length >= ENOUGH) return { items, nextCursor: page.nextCursor }
    cursor = page.nextCursor
  }
  return { items, nextCursor: cursor ?? null }
})

/** Returns the address of the CSV of matching entries. */
export function csvOf(filters: AuditFilters): string {
  return `/panel/v1/audit.csv?${new URLSearchParams(filters)}`
}

/**
 * Returns the start of a day written `YYYY-MM-DD`, plus some days, in the browser's time zone. Undefined for an invalid
 * one.
 */
export function startOfLocalDay(day: string | undefined, daysLater = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? []
  if (!year || !month || !date) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString()
}

import type { LaunchState, PanelLaunch } from '@estante/contract/panel/log.ts'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Database } from '../db/database.ts'
import { toKey, toUuid } from '../db/ids.ts'
import type { Launch, Tables } from '../db/tables.ts'
import type { LogPage } from '../http/keyset-pagination.ts'
import { findMember } from '../members/member.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'

const PAGE_ROWS = 50
/** Launches that one answer scans; a member's are found by an index. */
const SCANNED_ROWS = 20_000
const SCANNED_ROWS_OF_MEMBER = 100_000

/** Filters of a partner's launches; `before` is an id. */
export interface LaunchFilter extends Tenancy {
  state?: LaunchState | undefined
  externalUserId?: string | undefined
  before?: string | undefined
}

export type LaunchRow = Launch & { external_user_id: string | null }

/** Reads a page of launches, newest first, scanning a limited number of rows. */
export async function readLaunches({ read }: Database, now: number, filter: LaunchFilter): Promise<LogPage<LaunchRow>> {
  const { partnerId, state, externalUserId, before } = filter
  const scanned = read
    .selectFrom('launch')
    .where(ofTenancy(filter))
    .$if(before !== undefined, (query) => query.where('id', '<', toKey(before ?? '')))
    .orderBy('id', 'desc')
  return externalUserId === undefined ? readAll() : readThoseOf(externalUserId)

  async function readAll(): Promise<LogPage<LaunchRow>> {
    const page = read
      .selectFrom(scanned.selectAll().limit(SCANNED_ROWS).as('launch'))
      .selectAll()
      .where(inState)
      .orderBy('id', 'desc')
      .limit(PAGE_ROWS + 1)
    const found = await read
      .selectFrom(page.as('launch'))
      .leftJoin('member', (join) => join.on('member.partner_id', '=', partnerId).onRef('member.id', '=', 'member_id'))
      .selectAll('launch')
      .select('external_user_id')
      .orderBy('launch.id', 'desc')
      .execute()
    const items = found.slice(0, PAGE_ROWS)
    if (found.length > PAGE_ROWS) return { items, last: items.map(idOf).at(-1), isCutShort: false }
    // Waiting launches are at most a minute old.
    const last = state === 'waiting' ? undefined : await lastOf(SCANNED_ROWS)
    return { items, last, isCutShort: last !== undefined && items.length < PAGE_ROWS }
  }

  async function readThoseOf(externalUserId: string): Promise<LogPage<LaunchRow>> {
    const member = await findMember(read, filter, externalUserId)
    if (!member) return { items: [], last: undefined, isCutShort: false }
    const rows = await read
      .selectFrom(scanned.select(['id', 'member_id']).limit(SCANNED_ROWS_OF_MEMBER).as('scanned'))
      .select('id')
      .where('member_id', '=', member.id)
      .orderBy('id', 'desc')
      .limit(PAGE_ROWS + 1)
      .execute()
    const page = rows.slice(0, PAGE_ROWS)
    const ids = page.map(({ id }) => id)
    const found =
      ids.length === 0
        ? []
        : await read
            .selectFrom('launch')
            .selectAll()
            .where(ofTenancy(filter))
            .where('id', 'in', ids)
            .where(inState)
            .orderBy('id', 'desc')
            .execute()
    const items = found.map((launch) => ({ ...launch, external_user_id: externalUserId }))
    const last = rows.length > PAGE_ROWS ? page.map(idOf).at(-1) : await lastOf(SCANNED_ROWS_OF_MEMBER)
    return { items, last, isCutShort: last !== undefined && items.length < PAGE_ROWS }
  }

  function inState(row: ExpressionBuilder<Tables, 'launch'>): Expression<SqlBool> {
    const isUnused = row.and([row('consumed_at', 'is', null), row('refused_at', 'is', null)])
    const conditions = {
      waiting: row.and([isUnused, row('expires_at', '>', now)]),
      opened: row('consumed_at', 'is not', null),
      expired: row.and([isUnused, row('expires_at', '<=', now)]),
      refused: row('refused_at', 'is not', null),
    }
    return state ? conditions[state] : row.and([])
  }

  async function lastOf(scannedRows: number): Promise<string | undefined> {
    const last = await scanned
      .select('id')
      .offset(scannedRows - 1)
      .limit(1)
      .executeTakeFirst()
    return last && idOf(last)
  }
}

function idOf({ id }: Pick<Launch, 'id'>): string {
  return `lch_${toUuid(id)}`
}

export function toPanelLaunch(launch: LaunchRow, now: number): PanelLaunch {
  const { consumed_at: openedAt, refused_at: refusedAt, refused_reason: reason } = launch
  return {
    id: idOf(launch),
    mintedAt: new Date(launch.created_at).toISOString(),
    expiresAt: new Date(launch.expires_at).toISOString(),
    externalUserId: launch.external_user_id,
    state: launchStateOf(launch, now),
    // Nodes' clocks differ a little.
    openedAfterMs: openedAt === null ? null : Math.max(0, openedAt - launch.created_at),
    refusal: refusedAt === null || reason === null ? null : { reason, at: new Date(refusedAt).toISOString() },
  }
}

function launchStateOf({ consumed_at, refused_at, expires_at }: LaunchRow, now: number): LaunchState {
  if (consumed_at !== null) return 'opened'
  if (refused_at !== null) return 'refused'
  return expires_at > now ? 'waiting' : 'expired'
}

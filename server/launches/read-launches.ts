import type { LaunchState, PanelLaunch } from '@estante/contract/panel/log.ts'
import type { Database } from '../db/open.ts'
import type { Environment, Launch } from '../db/tables.ts'

const PAGE_ROWS = 50
/** How many launches one answer looks through: those of a member are found in the index alone. */
const SCANNED_ROWS = 50_000
const SCANNED_ROWS_OF_MEMBER = 200_000

/** Which launches of a partner; `before` is an id. */
export interface LaunchFilter {
  partnerId: string
  environment: Environment
  state?: LaunchState | undefined
  externalUserId?: string | undefined
  before?: string | undefined
}

export interface LaunchPage {
  launches: ShownLaunch[]
  /** Where the next page begins; undefined when this is the last. */
  lastId: string | undefined
  /** Whether it ends there because enough was looked through, not because enough was found. */
  isCutShort: boolean
}

type ShownLaunch = Pick<
  Launch,
  'id' | 'created_at' | 'expires_at' | 'consumed_at' | 'refused_at' | 'refused_reason'
> & { external_user_id: string | null }

/** A page of the launches, newest first. What is asked for is looked for in so many at a time. */
export async function readLaunches({ read }: Database, now: number, filter: LaunchFilter): Promise<LaunchPage> {
  const { partnerId, environment, state, externalUserId, before } = filter
  const ofMember = externalUserId !== undefined
  const member = ofMember
    ? await read
        .selectFrom('member')
        .select('id')
        .where('partner_id', '=', partnerId)
        .where('environment', '=', environment)
        .where('external_user_id', '=', externalUserId)
        .executeTakeFirst()
    : undefined
  if (ofMember && !member) return { launches: [], lastId: undefined, isCutShort: false }
  const scannedRows = ofMember ? SCANNED_ROWS_OF_MEMBER : SCANNED_ROWS
  const scanned = read
    .selectFrom('launch')
    .select(['id', 'member_id'])
    .where('partner_id', '=', partnerId)
    .where('environment', '=', environment)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
  const found = await read
    .selectFrom(scanned.limit(scannedRows).as('scanned'))
    .innerJoin('launch', 'launch.id', 'scanned.id')
    .leftJoin('member', (join) =>
      join.onRef('member.id', '=', 'scanned.member_id').on('member.partner_id', '=', partnerId),
    )
    .select([
      'launch.id',
      'launch.created_at',
      'launch.expires_at',
      'launch.consumed_at',
      'launch.refused_at',
      'launch.refused_reason',
      'member.external_user_id',
    ])
    .$if(ofMember, (query) => query.where('scanned.member_id', '=', member?.id ?? ''))
    .$if(state === 'opened', (query) => query.where('launch.consumed_at', 'is not', null))
    .$if(state === 'refused', (query) => query.where('launch.refused_at', 'is not', null))
    .$if(state === 'waiting' || state === 'expired', (query) =>
      query
        .where('launch.consumed_at', 'is', null)
        .where('launch.refused_at', 'is', null)
        .where('launch.expires_at', state === 'waiting' ? '>' : '<=', now),
    )
    .orderBy('scanned.id', 'desc')
    .limit(PAGE_ROWS + 1)
    .execute()
  if (found.length > PAGE_ROWS) {
    return { launches: found.slice(0, PAGE_ROWS), lastId: found[PAGE_ROWS - 1]?.id, isCutShort: false }
  }
  const last = await scanned
    .clearSelect()
    .select('id')
    .offset(scannedRows - 1)
    .limit(1)
    .executeTakeFirst()
  return { launches: found, lastId: last?.id, isCutShort: last !== undefined }
}

export function toPanelLaunch(launch: ShownLaunch, now: number): PanelLaunch {
  const { consumed_at: openedAt, refused_at: refusedAt, refused_reason: reason } = launch
  return {
    id: launch.id,
    mintedAt: new Date(launch.created_at).toISOString(),
    expiresAt: new Date(launch.expires_at).toISOString(),
    externalUserId: launch.external_user_id,
    state: stateOf(launch, now),
    openedAt: openedAt === null ? null : new Date(openedAt).toISOString(),
    // Nodes' clocks may differ a little.
    openedAfterMs: openedAt === null ? null : Math.max(0, openedAt - launch.created_at),
    refusal: refusedAt === null || reason === null ? null : { reason, at: new Date(refusedAt).toISOString() },
  }
}

function stateOf({ consumed_at, refused_at, expires_at }: ShownLaunch, now: number): LaunchState {
  if (consumed_at !== null) return 'opened'
  if (refused_at !== null) return 'refused'
  return expires_at > now ? 'waiting' : 'expired'
}

import type { DatabaseSync } from 'node:sqlite'
import type { CreateSessionRequest } from '@estante/contract/partner/sessions.ts'
import { type Heartbeat, sendHeartbeat } from '@estante/contract/play/activity.ts'
import { MINUTE_MS, monthOf } from '@estante/server/calendar.ts'
import { newId, toKey } from '@estante/server/db/ids.ts'
import { hashSecret, mintToken, readToken } from '@estante/server/secrets.ts'

/*
 * The statements of Estante's hot paths: the least that a request must read and write, and nothing that decides what.
 */

/** Runs the statements of a request. */
type Run<T> = (authorization: string, body: T) => void

/** Prepares the statements of a route. */
export function prepareStatements(db: DatabaseSync, path: string | undefined): Run<unknown> {
  return (path === sendHeartbeat.path ? heartbeatStatements(db) : sessionStatements(db)) as Run<unknown>
}

interface Credential {
  id: number
  partner_id: number
  environment: number
  secret_hash: Uint8Array
}

interface Member {
  id: number
  revocation_count: number
}

/**
 * Prepares the statements of a link for a known member: reads the credential, once for all requests of a commit, and
 * the member; writes the launch and the row of the log of calls.
 */
function sessionStatements(db: DatabaseSync): Run<CreateSessionRequest> {
  const selectCredential = db.prepare(`
    select credential.id, partner_id, environment, secret_hash, revoked_at, suspended_at, credential.rate_limit
    from credential join partner on partner.id = partner_id where client_id = ?`)
  const selectMember = db.prepare(`
    select id, public_id, email, name, created_at, revoked_at, revocation_count from member
    where partner_id = ? and environment = ? and external_user_id = ?`)
  const addLaunch = db.prepare(`
    insert into launch (id, secret_hash, partner_id, environment, member_id, credential_id, revocation_count, created_at,
      expires_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const addCall = db.prepare(
    `insert into request_log values (?, ?, ?, ?, ?, 'POST', '/partner/v1/sessions', 201, null, 0, 0)`,
  )
  let credential: Credential | undefined

  return (authorization, { externalUserId }) => {
    const now = Date.now()
    credential ??= findCredential(authorization)
    const { id: credentialId, partner_id: partner, environment } = credential
    const member = selectMember.get(partner, environment, externalUserId) as unknown as Member
    const id = newId('lch')
    const { hash } = mintToken('lt', id)
    const issued = [partner, environment, member.id, credentialId, member.revocation_count] as const
    addLaunch.run(toKey(id), hash, ...issued, now, now + MINUTE_MS)
    addCall.run(partner, environment, toKey(newId('lch')), now, credentialId)
  }

  function findCredential(authorization: string): Credential {
    const [, encoded = ''] = authorization.split(' ')
    const [clientId = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
    const found = selectCredential.get(clientId) as unknown as Credential | undefined
    if (!found || !hashSecret(secret).equals(found.secret_hash)) throw new Error('this credential is not there')
    queueMicrotask(() => {
      credential = undefined
    })
    return found
  }
}

/** The time that every heartbeat adds. */
const ADDED_MS = 15_000

interface Session {
  partner_id: number
  environment: number
  member_id: number
  external_user_id: string
  access_hash: Uint8Array
}

interface Title {
  id: number
  title: string
  author: string
}

/**
 * Prepares the statements of a heartbeat: reads the member session, and what is known of the lease, the title and the
 * month; writes the lease, the minute, the month, the title's share of the month, and the place.
 */
function heartbeatStatements(db: DatabaseSync): Run<Heartbeat> {
  const selectSession = db.prepare(`
    select member.partner_id, member.environment, member.id as member_id, member.external_user_id, access_hash
    from member_session as session
    join member on member.partner_id = session.partner_id and member.id = session.member_id
    join partner on partner.id = session.partner_id
    where session.id = ? and session.ended_at is null and member.revoked_at is null and partner.suspended_at is null
      and member.revocation_count = session.revocation_count`)
  const selectActivity = db.prepare(`
    select publication.id, publication.title, publication.author, lease.sequence, lease.claimed_ms, lease.settled_until,
      entry.place_revision, entry.active_ms, month.listening_ms
    from publication
    left join lease on lease.partner_id = :partner and lease.member_id = :member and lease.id = :lease
    left join library_entry as entry
      on entry.partner_id = :partner and entry.member_id = :member and entry.publication_id = publication.id
    left join usage_month as month on month.partner_id = :partner and month.environment = :environment
      and month.month = :month and month.external_user_id = :external
    where publication.public_id = :publication`)
  const updateLease = db.prepare(`
    update lease set sequence = ?, claimed_ms = ?, claimed_content_ms = ?, settled_until = ?
    where partner_id = ? and member_id = ? and id = ?`)
  const addMinute = db.prepare(`
    insert into activity_minute values (?, ?, ?, ?, ${ADDED_MS}, ${ADDED_MS}, 0, ?) on conflict do update
    set listening_ms = listening_ms + excluded.listening_ms, content_ms = content_ms + excluded.content_ms,
      credited_until = excluded.credited_until`)
  const addMonth = db.prepare(`
    insert into usage_month values (?, ?, ?, ?, ?, ${ADDED_MS}, ${ADDED_MS}, 0, 1, 0, ?) on conflict do update
    set listening_ms = listening_ms + excluded.listening_ms, content_ms = content_ms + excluded.content_ms,
      last_activity_at = excluded.last_activity_at`)
  const addTitle = db.prepare(`
    insert into usage_title
      (partner_id, environment, month, publication_id, shard, active_users, titles_started, listening_seconds,
        reading_chapters, title, author)
    values (?, ?, ?, ?, ?, 0, 0, ${ADDED_MS / 1000}, 0, ?, ?) on conflict do update
    set listening_seconds = listening_seconds + excluded.listening_seconds`)
  const updateEntry = db.prepare(`
    update library_entry set locator = ?, total_progression = ?, updated_at = ?, active_ms = active_ms + ${ADDED_MS},
      content_ms = content_ms + ${ADDED_MS}, place_revision = place_revision + 1, place_view = ?, place_step = ?,
      place_device = ?
    where partner_id = ? and member_id = ? and publication_id = ?`)

  return (authorization, body) => {
    const now = Date.now()
    const token = readToken('at', authorization.slice('Bearer '.length))
    const session = selectSession.get(toKey(`mss_${token?.uuid}`)) as unknown as Session | undefined
    if (!token || !session || !token.hash.equals(session.access_hash)) throw new Error('this session is not there')
    const { partner_id: partner, environment, member_id: member, external_user_id: external } = session
    const month = monthOf(now, 'America/Sao_Paulo')
    const lease = toKey(body.leaseId)
    const key = { partner, environment, member, month, external, lease, publication: body.publicationId }
    const { id, title, author } = selectActivity.get(key) as unknown as Title
    const { activeMs, contentMs = 0, movement } = body
    updateLease.run(body.sequence, activeMs, contentMs, now, partner, member, lease)
    addMinute.run(partner, member, Math.floor(now / MINUTE_MS), id, now)
    addMonth.run(partner, environment, month, external, member, now)
    addTitle.run(partner, environment, month, id, member % 4, title, author)
    if (!movement) return
    const { locator, viewId, step, device } = movement
    const { totalProgression } = locator.locations
    const place = [JSON.stringify(locator), totalProgression ?? 0, now, viewId, step, device ?? null] as const
    updateEntry.run(...place, partner, member, id)
  }
}

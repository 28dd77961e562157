import { type Kysely, sql } from 'kysely'

/** Call times, counted by all nodes on this database together. */
export interface SharedCallStore {
  /**
   * Records a call, unless `count` were made within `windowMs`. Returns how many the window now holds, this one
   * included; undefined when it was refused. Instants are epoch milliseconds.
   */
  add(caller: string, now: number, window: CallWindow): Promise<number | undefined>
  /** Removes one call that was recorded at this instant. */
  remove(caller: string, time: number): Promise<void>
  /** The instant of the call that has to leave the window before another is allowed. */
  oldest(caller: string, window: CallWindow): Promise<number | undefined>
  /** How many calls each caller made within `windowMs`. Leaves out callers without any. */
  uses(callers: readonly string[], now: number, windowMs: number): Promise<Map<string, number>>
  /** Deletes callers without calls since an instant. Returns how many. */
  forgetBefore(instant: number): Promise<number>
}

export interface CallWindow {
  count: number
  windowMs: number
}

/** An instant this far in the future comes from a clock that was set back since, and is ignored. */
export const CLOCK_TOLERANCE_MS = 5000

/**
 * Stores each caller's calls in one row, whose lock serializes them. Writes without waiting for the disk
 * (`synchronous_commit=off`): a crash may lose a few calls of the last minute.
 */
export function openSharedCallStore(db: Kysely<unknown>): SharedCallStore {
  return {
    async add(caller, now, { count, windowMs }) {
      const { rows } = await sql<{ used: number }>`
        insert into client_calls as stored (client_id, times) values (${caller}, array[${now}::bigint])
        on conflict (client_id) do update set times = case
            when stored.times[cardinality(stored.times)] > ${now}::bigint + ${CLOCK_TOLERANCE_MS}::bigint then excluded.times
            else (stored.times || excluded.times)[greatest(1, cardinality(stored.times) + 2 - ${count}::integer) :]
          end
          where cardinality(stored.times) < ${count}::integer
            or stored.times[cardinality(stored.times) + 1 - ${count}::integer] <= ${now}::bigint - ${windowMs}::bigint
            or stored.times[cardinality(stored.times)] > ${now}::bigint + ${CLOCK_TOLERANCE_MS}::bigint
        returning (select count(*) from unnest(times) as called_at where called_at > ${now}::bigint - ${windowMs}::bigint) as used
      `.execute(db)
      return rows[0]?.used
    },
    async remove(caller, time) {
      const index = sql`array_position(times, ${time}::bigint)`
      await sql`
        update client_calls set times = times[: ${index} - 1] || times[${index} + 1 :]
        where client_id = ${caller} and ${index} is not null
      `.execute(db)
    },
    async oldest(caller, { count }) {
      const { rows } = await sql<{ called_at: number | null }>`
        select times[cardinality(times) + 1 - ${count}::integer] as called_at from client_calls where client_id = ${caller}
      `.execute(db)
      return rows[0]?.called_at ?? undefined
    },
    async uses(callers, now, windowMs) {
      const { rows } = await sql<{ client_id: string; count: number }>`
        select client_id, (select count(*) from unnest(times) as called_at where called_at > ${now}::bigint - ${windowMs}::bigint) as count
        from (select client_id, times, times[cardinality(times)] as newest from client_calls where client_id = any(${callers}::text[])) as stored
        where newest > ${now}::bigint - ${windowMs}::bigint and newest <= ${now}::bigint + ${CLOCK_TOLERANCE_MS}::bigint
      `.execute(db)
      return new Map(rows.map(({ client_id, count }) => [client_id, count]))
    },
    async forgetBefore(instant) {
      const { numAffectedRows = 0n } = await sql`
        delete from client_calls where coalesce(times[cardinality(times)], 0) < ${instant}::bigint
      `.execute(db)
      return Number(numAffectedRows)
    },
  }
}

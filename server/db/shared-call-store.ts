import { type Kysely, sql } from 'kysely'

export type SharedCallStore = ReturnType<typeof openSharedCallStore>

export interface CallWindow {
  count: number
  windowMs: number
}

/** An instant this far in the future comes from a clock that was set back since, and is ignored. */
export const CLOCK_TOLERANCE_MS = 5000

/**
 * Counts the calls of all nodes on this database together: stores each caller's in one row, whose lock serializes them.
 * Writes without waiting for the disk (`synchronous_commit=off`): a crash may lose a few calls of the last minute.
 */
export function openSharedCallStore(db: Kysely<unknown>) {
  return {
    /**
     * Records a call, unless `count` were made within `windowMs`. Returns how many the window now holds, this one
     * included; undefined when it was refused. Instants are epoch milliseconds.
     */
    async add(caller: string, now: number, { count, windowMs }: CallWindow): Promise<number | undefined> {
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
    /** Removes one call that was recorded at this instant. */
    async remove(caller: string, time: number): Promise<void> {
      const index = sql`array_position(times, ${time}::bigint)`
      await sql`
        update client_calls set times = times[: ${index} - 1] || times[${index} + 1 :]
        where client_id = ${caller} and ${index} is not null
      `.execute(db)
    },
    /** Reads the instant of the call that has to leave the window before another is allowed. */
    async oldest(caller: string, { count }: CallWindow): Promise<number | undefined> {
      const { rows } = await sql<{ called_at: number | null }>`
        select times[cardinality(times) + 1 - ${count}::integer] as called_at from client_calls where client_id = ${caller}
      `.execute(db)
      return rows[0]?.called_at ?? undefined
    },
    /** Counts the calls that each caller made within `windowMs`. Leaves out callers without any. */
    async uses(callers: readonly string[], now: number, windowMs: number): Promise<Map<string, number>> {
      const { rows } = await sql<{ client_id: string; count: number }>`
        select client_id, (select count(*) from unnest(times) as called_at where called_at > ${now}::bigint - ${windowMs}::bigint) as count
        from (select client_id, times, times[cardinality(times)] as newest from client_calls where client_id = any(${callers}::text[])) as stored
        where newest > ${now}::bigint - ${windowMs}::bigint and newest <= ${now}::bigint + ${CLOCK_TOLERANCE_MS}::bigint
      `.execute(db)
      return new Map(rows.map(({ client_id, count }) => [client_id, count]))
    },
    /** Deletes callers without calls since an instant. Returns how many. */
    async forgetBefore(instant: number): Promise<number> {
      const { numAffectedRows = 0n } = await sql`
        delete from client_calls where coalesce(times[cardinality(times)], 0) < ${instant}::bigint
      `.execute(db)
      return Number(numAffectedRows)
    },
  }
}

import type { Transaction } from './database.ts'
import { toJsonRows } from './json-rows.ts'

/** Writes many rows: the text of a JSON array (`toJsonRows`). */
type WriteRows = (tx: Transaction, values: { rows: string }) => Promise<unknown>

const pending = new WeakMap<Transaction, Map<WriteRows, object[]>>()

/**
 * Buffers a row that a transaction of PostgreSQL writes by this statement. The statement's rows are written together,
 * with the commit or before the next `preparedForEach`.
 */
export function bufferWrite(tx: Transaction, writeRows: WriteRows, row: object): void {
  const writes = pending.get(tx)!
  const rows = writes.get(writeRows)
  if (rows) rows.push(row)
  else writes.set(writeRows, [row])
}

export function openWriteBuffer(tx: Transaction): void {
  pending.set(tx, new Map())
}

/** Sends a transaction's buffered rows, before the call returns. */
export function flushWrites(tx: Transaction): Promise<unknown> {
  const writes = pending.get(tx) ?? new Map<WriteRows, object[]>()
  if (writes.size > 0) openWriteBuffer(tx)
  return Promise.all(Array.from(writes, ([writeRows, rows]) => writeRows(tx, { rows: toJsonRows(rows) })))
}

import type { Transaction } from './database.ts'

type Query = () => Promise<unknown>

const lastQueries = new WeakMap<Transaction, Query[]>()

/**
 * Runs a query at the end of the transaction, after all others, where the database is PostgreSQL. For rows that many
 * transactions change: each then locks them for a short time, and waits for no other lock meanwhile.
 */
export async function beforeCommit(tx: Transaction, query: Query): Promise<void> {
  const queries = lastQueries.get(tx)
  if (queries) queries.push(query)
  else await query()
}

/** Runs the callback of a transaction, and then the queries that it left for the end. */
export async function runWithLastQueries<T>(tx: Transaction, callback: (tx: Transaction) => Promise<T>): Promise<T> {
  const queries: Query[] = []
  lastQueries.set(tx, queries)
  try {
    const value = await callback(tx)
    await Promise.all(queries.map((query) => query()))
    return value
  } finally {
    lastQueries.delete(tx)
  }
}

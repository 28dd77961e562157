import { DatabaseSync } from 'node:sqlite'

/** The size of the WAL that Estante allows before a checkpoint. */
const CHECKPOINT_PAGES = 8000

/**
 * Opens a database for the minimal durable answer that can be looked up again: one row by key in a `without rowid`
 * table, by one prepared statement, with one commit for each turn of the event loop.
 */
export function openRows(path: string): { store(name: string, text: string): Promise<void> } {
  const db = new DatabaseSync(path)
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
    pragma cache_size = -${64 * 1024}; create table row (name text primary key, text text not null) without rowid`)
  const put = db.prepare('insert into row values (?, ?) on conflict do update set text = excluded.text')
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  let waiting: { name: string; text: string; done: () => void }[] = []

  function keepAll(): void {
    const rows = waiting
    waiting = []
    begin.run()
    for (const { name, text } of rows) put.run(name, text)
    commit.run()
    for (const { done } of rows) done()
  }

  return {
    store(name, text) {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (waiting.push({ name, text, done: resolve }) === 1) setImmediate(keepAll)
      return promise
    },
  }
}

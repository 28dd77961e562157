import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A table, from the database's own catalog. */
export interface TableShape {
  name: string
  /** In order of name. */
  columns: { name: string; type: string }[]
  /** The columns of the primary key, in its order. */
  key: string[]
  /** The columns of each further unique index. */
  unique: string[][]
  /** The tables that its foreign keys reference. */
  references: string[]
}

/** Lists all tables, each after the tables it references. */
export async function readTableShapes(db: Pick<Database, 'kind' | 'read'>): Promise<TableShape[]> {
  const { columns, indexes, references } = await (db.kind === 'sqlite' ? readSqlite(db.read) : readPostgres(db.read))
  const names = [...new Set(columns.map(({ table }) => table))]
  const shapes = names.map((name): TableShape => {
    const own = indexes.filter((index) => index.table === name)
    return {
      name,
      columns: columns.filter(({ table }) => table === name).map(({ name, type }) => ({ name, type })),
      key: own.find(({ is_key }) => is_key)?.columns ?? [],
      unique: own.filter(({ is_key }) => !is_key).map(({ columns }) => columns),
      references: references.filter(({ table }) => table === name).map(({ referenced }) => referenced),
    }
  })
  return referencedFirst(shapes)
}

interface Catalog {
  columns: { table: string; name: string; type: string }[]
  indexes: { table: string; is_key: boolean; columns: string[] }[]
  references: { table: string; referenced: string }[]
}

async function readSqlite(db: Database['read']): Promise<Catalog> {
  const tables = sql`(select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\')`
  const columns = await sql<{ table: string; name: string; type: string; ordinal: number }>`
    select tables.name as "table", columns.name, replace(lower(columns.type), 'blob', 'bytea') as type, columns.pk as ordinal
    from ${tables} tables, pragma_table_info(tables.name) columns order by 1, 2
  `.execute(db)
  const unique = await sql<{ table: string; columns: string }>`
    select tables.name as "table", (select json_group_array(name order by seqno) from pragma_index_info(indexes.name)) as columns
    from ${tables} tables, pragma_index_list(tables.name) indexes where indexes."unique" = 1 and indexes.origin <> 'pk'
  `.execute(db)
  const references = await sql<{ table: string; referenced: string }>`
    select tables.name as "table", keys."table" as referenced from ${tables} tables, pragma_foreign_key_list(tables.name) keys
    order by 1, 2
  `.execute(db)
  const keys = Map.groupBy(
    columns.rows.filter(({ ordinal }) => ordinal > 0),
    ({ table }) => table,
  )
  const inOrder = (key: typeof columns.rows) => key.toSorted((a, b) => a.ordinal - b.ordinal).map(({ name }) => name)
  return {
    columns: columns.rows,
    indexes: [
      ...[...keys].map(([table, key]) => ({ table, is_key: true, columns: inOrder(key) })),
      ...unique.rows.map(({ table, columns }) => ({ table, is_key: false, columns: JSON.parse(columns) as string[] })),
    ],
    references: references.rows,
  }
}

async function readPostgres(db: Database['read']): Promise<Catalog> {
  // A partition belongs to its table.
  const ours = sql`tables.relnamespace = current_schema()::regnamespace and tables.relkind in ('r', 'p') and not tables.relispartition`
  const columns = await sql<Catalog['columns'][number]>`
    select tables.relname as "table", attname as name, format_type(atttypid, atttypmod) as type
    from pg_class tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
    where ${ours} order by relname collate "C", attname collate "C"
  `.execute(db)
  const indexes = await sql<Catalog['indexes'][number]>`
    select tables.relname as "table", indisprimary as is_key, array(
      select attname::text from unnest(indkey) with ordinality as part (number, ordinal)
      join pg_attribute on attrelid = tables.oid and attnum = part.number order by ordinal
    ) as columns
    from pg_class tables join pg_index on indrelid = tables.oid and indisunique where ${ours}
  `.execute(db)
  const references = await sql<Catalog['references'][number]>`
    select tables.relname as "table", referenced.relname as referenced
    from pg_class tables join pg_constraint on conrelid = tables.oid and contype = 'f' and conparentid = 0
    join pg_class referenced on referenced.oid = confrelid where ${ours} order by 1, 2
  `.execute(db)
  return { columns: columns.rows, indexes: indexes.rows, references: references.rows }
}

function referencedFirst(shapes: TableShape[]): TableShape[] {
  const ordered = new Set<TableShape>()
  function add(shape: TableShape): void {
    for (const other of shapes) if (other !== shape && shape.references.includes(other.name)) add(other)
    ordered.add(shape)
  }
  for (const shape of shapes) add(shape)
  return [...ordered]
}

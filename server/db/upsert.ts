import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Values for `doUpdateSet`. */
type Assignments<Column extends string> = Record<Column, RawBuilder<never>>

/** Replaces columns of the stored row with those of the inserted one. */
export function replaceWithInserted<Column extends string>(...columns: Column[]): Assignments<Column> {
  return assign(columns, (column) => sql<never>`excluded.${sql.ref(column)}`)
}

/** Adds columns of the inserted row to those of the stored one. */
export function addInserted<Table extends keyof Tables, Column extends keyof Tables[Table] & string>(
  table: Table,
  ...columns: Column[]
): Assignments<Column> {
  return assign(columns, (column) => sql<never>`${sql.ref(`${table}.${column}`)} + excluded.${sql.ref(column)}`)
}

/** Keeps the larger of the stored and the inserted values of a column. */
export function keepLarger<Table extends keyof Tables, Column extends keyof Tables[Table] & string>(
  table: Table,
  column: Column,
): Assignments<Column> {
  return assign([column], () => {
    const [stored, inserted] = [sql.ref(`${table}.${column}`), sql.ref(`excluded.${column}`)]
    return sql<never>`case when ${stored} < ${inserted} then ${inserted} else ${stored} end`
  })
}

function assign<Column extends string>(
  columns: Column[],
  toValue: (column: Column) => RawBuilder<never>,
): Assignments<Column> {
  return Object.fromEntries(columns.map((column) => [column, toValue(column)])) as Assignments<Column>
}

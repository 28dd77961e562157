import type { ComponentChildren, Key } from 'preact'
import './table.css'

export interface Column<Row> {
  name: string
  /** Shows the name only to screen readers, for columns of buttons. */
  isNameHidden?: boolean
  /** Aligns numbers by their last digit. */
  isFigure?: boolean
  cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  isFaded?: (row: Row) => boolean
  /** Says that there are no rows, in place of the table. */
  none?: string
}

/**
 * Table. Where columns do not fit, each row becomes a card, titled by its first column, with the others under their
 * names. The first column is the row's header.
 */
export function Table<Row>({ label, columns, rows, keyOf, isFaded, none }: TableProps<Row>) {
  if (none !== undefined && rows.length === 0) return <p class="note">{none}</p>
  return (
    <div class="table">
      <table class="table__grid" aria-label={label}>
        <thead class="table__head visually-hidden">
          <tr>
            {columns.map(({ name, isNameHidden, isFigure }) => (
              <th key={name} scope="col" data-figure={isFigure ? '' : undefined}>
                <span class={isNameHidden ? 'visually-hidden' : undefined}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class="table__row card" data-faded={isFaded?.(row) ? '' : undefined}>
              {columns.map(({ name, isNameHidden, isFigure, cell }, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={name}
                    class={index === 0 ? 'table__title' : isNameHidden ? 'table__actions' : 'table__cell'}
                    scope={index === 0 ? 'row' : undefined}
                    data-figure={isFigure ? '' : undefined}
                  >
                    {index > 0 && !isNameHidden && (
                      <span class="table__name detail" aria-hidden="true">
                        {name}
                      </span>
                    )}
                    <div>{cell(row)}</div>
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

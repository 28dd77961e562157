import type { ComponentChildren } from 'preact'
import { byDay } from '../time/by-day.ts'
import { now } from '../time/now.ts'
import './day-list.css'

interface DayListProps<T extends { id: string }> {
  label?: string
  items: readonly T[]
  instantOf: (item: T) => string
  children: (item: T) => ComponentChildren
}

/** Items below the heading of their local day. */
export function DayList<T extends { id: string }>({ label, items, instantOf, children }: DayListProps<T>) {
  return (
    <section class="day-list stack" aria-label={label} onKeyDown={moveAmongRows}>
      {byDay(items, instantOf, now.value).map(({ day, items }) => (
        <div key={day} class="stack gap-2">
          <h2 class="plain-heading note capitalized">{day}</h2>
          <ol class="day-list__rows card lined">
            {items.map((item) => (
              <li key={item.id}>{children(item)}</li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

/** Moves the focus by arrow keys between rows that are links. */
function moveAmongRows(event: KeyboardEvent) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('li > a')]
  const here = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[here + (event.key === 'ArrowDown' ? 1 : -1)]
  if (here < 0 || !next) return
  event.preventDefault()
  next.focus()
}

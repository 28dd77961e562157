import type { ComponentChildren } from 'preact'
import './day-group.css'

/** Entries below the heading of their day. */
export function DayGroup({ day, children }: { day: string; children: ComponentChildren }) {
  return (
    <div class="day-group">
      <h2 class="day-group__date">{day}</h2>
      {children}
    </div>
  )
}

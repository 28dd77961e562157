import { SearchBox } from '@estante/client/search-box.tsx'
import { Filter } from '@estante/design/filter/filter.tsx'
import { signal } from '@preact/signals'
import { EVERYTHING, type NotebookFilters } from './notebook.ts'
import { text } from './text.ts'

/** The filters, remembered while the member visits other screens. */
export const filters = signal<NotebookFilters>(EVERYTHING)

export function isEverything({ q, kind, color }: NotebookFilters) {
  return q.trim() === '' && kind === 'all' && color === 'all'
}

/** A search, the kind of annotation and its colour. */
export function Filters() {
  return (
    <div class="notebook__filters row">
      <SearchBox
        text={{ label: text.search, placeholder: text.placeholder }}
        value={filters.value.q}
        onSearch={(q) => (filters.value = { ...filters.peek(), q })}
      />
      <Filter
        name={text.kind}
        options={optionsOf(text.kinds)}
        value={filters.value.kind}
        onChange={(kind) => (filters.value = { ...filters.value, kind })}
      />
      <Filter
        name={text.color}
        options={[{ value: 'all' as const, label: text.anyColor }, ...optionsOf(text.colors)]}
        value={filters.value.color}
        onChange={(color) => (filters.value = { ...filters.value, color })}
      />
    </div>
  )
}

function optionsOf<Value extends string>(labels: Record<Value, string>) {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))
}

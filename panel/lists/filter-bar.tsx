import { useDebouncedSearch } from '@estante/client/use-debounced-search.ts'
import { Button } from '@estante/design/button/button.tsx'
import { SearchField } from '@estante/design/field/search-field.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import type { ComponentChildren } from 'preact'
import './filter-bar.css'

interface Search {
  text: { label: string; placeholder: string; clear: string }
  value: string
  onSearch: (search: string) => void
}

/** The filters of a list: a search, controls `beside` it, and content below. */
export function FilterBar({
  search,
  beside,
  children,
}: {
  search: Search
  beside?: ComponentChildren
  children?: ComponentChildren
}) {
  return (
    <div class="filter-bar">
      <div class="filter-bar__line">
        <SearchBox {...search} />
        {beside}
      </div>
      {children}
    </div>
  )
}

/** Filters in one row, which scrolls on a phone, with a search and content below. */
export function ManyFiltersBar({
  label,
  filters,
  clear,
  onClear,
  search,
  children,
}: {
  label: string
  filters: ComponentChildren
  /** The label of the button that resets the filters. */
  clear: string
  /** Undefined without active filters. */
  onClear: (() => void) | undefined
  search: ComponentChildren
  children?: ComponentChildren
}) {
  return (
    <div class="filter-bar">
      <div class="filter-bar__line filter-bar__line--many">
        <section class="filter-bar__filters" aria-label={label}>
          {filters}
          {onClear && (
            <Button variant="plain" size="compact" onClick={onClear}>
              {clear}
            </Button>
          )}
        </section>
        <div class="filter-bar__search">{search}</div>
      </div>
      {children}
    </div>
  )
}

/** A search field that searches when typing pauses. */
export function SearchBox({ text, value, onSearch }: Search) {
  const [typed, setTyped] = useDebouncedSearch(value, onSearch)
  return (
    <SearchField
      label={text.label}
      placeholder={text.placeholder}
      clearLabel={text.clear}
      value={typed}
      onInput={setTyped}
    />
  )
}

/** Selects one option, or all, which is undefined. */
export function Choice<Value extends string>({
  label,
  all,
  options,
  value,
  onChange,
}: {
  label: string
  all: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}) {
  return (
    <Segmented<Value | 'all'>
      label={label}
      options={[{ value: 'all', label: all }, ...options]}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
    />
  )
}

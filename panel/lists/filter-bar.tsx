import { Button } from '@estante/design/button/button.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import type { ComponentChildren } from 'preact'
import { text } from '../text.ts'
import './filter-bar.css'

interface FilterBarProps {
  filters?: ComponentChildren
  /** Resets the filters. Undefined without active ones. */
  onClear?: (() => void) | undefined
  search?: ComponentChildren
  beside?: ComponentChildren
  children?: ComponentChildren
}

/** The search of a list, after a row of `filters`, which scrolls on a phone, and before the controls `beside` it. */
export function FilterBar({ filters, onClear, search, beside, children }: FilterBarProps) {
  return (
    <div class="stack gap-3">
      <div class="filter-bar__line row">
        {filters && (
          <section class="filter-bar__filters line" aria-label={text.common.filters}>
            {filters}
            {onClear && (
              <Button variant="plain" size="compact" onClick={onClear}>
                {text.common.clearFilters}
              </Button>
            )}
          </section>
        )}
        {search && <div class="filter-bar__search">{search}</div>}
        {beside}
      </div>
      {children}
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  all: string
  options: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Selects one option, or all, which is undefined. */
export function Choice<Value extends string>({ label, all, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Segmented<Value | 'all'>
      label={label}
      options={[{ value: 'all', label: all }, ...options]}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
    />
  )
}

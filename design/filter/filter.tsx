import { useId } from 'preact/hooks'
import { DownIcon } from '../icons/icons.tsx'
import './filter.css'

export interface FilterOption<Value extends string> {
  value: Value
  label: string
}

/** Options under a name of theirs. */
export interface FilterGroup<Value extends string> {
  name: string
  options: readonly FilterOption<Value>[]
}

/**
 * One question asked of a list, small enough to stand in a line with others. The first option is not to ask: any other is
 * marked, so that nobody wonders why so little is shown.
 */
export function Filter<Value extends string>({
  name,
  options,
  value,
  onChange,
}: {
  name: string
  options: readonly (FilterOption<Value> | FilterGroup<Value>)[]
  value: Value
  onChange: (value: Value) => void
}) {
  const id = useId()
  const all = options.flatMap((one) => ('options' in one ? one.options : [one]))
  const chosen = all.find((one) => one.value === value) ?? all[0]
  return (
    <div class="filter" data-active={chosen !== all[0] ? '' : undefined}>
      <label class="filter__name" for={id}>
        {name}
      </label>
      {/* As wide as what is chosen, not as the longest that could be. */}
      <span class="filter__choice">
        <span aria-hidden="true">{chosen?.label}</span>
        <DownIcon />
      </span>
      <select class="filter__select" id={id} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {options.map((one) =>
          'options' in one ? (
            <optgroup key={one.name} label={one.name}>
              {one.options.map((option) => (
                <Choice key={option.value} option={option} isChosen={option === chosen} />
              ))}
            </optgroup>
          ) : (
            <Choice key={one.value} option={one} isChosen={one === chosen} />
          ),
        )}
      </select>
    </div>
  )
}

function Choice({ option, isChosen }: { option: FilterOption<string>; isChosen: boolean }) {
  return (
    <option value={option.value} selected={isChosen}>
      {option.label}
    </option>
  )
}

import { useId } from 'preact/hooks'
import { DownIcon } from '../icons/icons.tsx'
import './filter.css'

interface FilterOption<Value extends string> {
  value: Value
  label: string
}

/** A named group of options. */
interface FilterGroup<Value extends string> {
  name: string
  options: readonly FilterOption<Value>[]
}

interface FilterProps<Value extends string> {
  name: string
  options: readonly (FilterOption<Value> | FilterGroup<Value>)[]
  value: Value
  onChange: (value: Value) => void
}

/**
 * Select that filters a list, compact enough for a row of them. The first option means no filter; any other is
 * highlighted, so that it is clear why the list is short.
 */
export function Filter<Value extends string>({ name, options, value, onChange }: FilterProps<Value>) {
  const id = useId()
  const all = options.flatMap((one) => ('options' in one ? one.options : [one]))
  const chosen = all.find((one) => one.value === value) ?? all[0]
  return (
    <div class="filter" data-active={chosen !== all[0] ? '' : undefined}>
      <label class="filter__name soft" for={id}>
        {name}
      </label>
      {/* Sized by the chosen label, while a native select is as wide as its longest option. */}
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

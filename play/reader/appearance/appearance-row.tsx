import { Segmented } from '@estante/design/segmented/segmented.tsx'
import type { ComponentChildren } from 'preact'

interface ChoiceProps<Value extends string> {
  label: string
  names: Record<Value, string>
  /** Undefined when it is none of them. */
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A setting of the appearance with a few named values. */
export function Choice<Value extends string>({ label, names, value, onChange }: ChoiceProps<Value>) {
  const options = Object.entries<string>(names).map(([option, name]) => ({ value: option as Value, label: name }))
  return (
    <Row label={label} isLazy>
      <Segmented<Value | ''>
        label={label}
        options={options}
        value={value ?? ''}
        onChange={(chosen) => onChange(chosen as Value)}
      />
    </Row>
  )
}

export function Row({ label, isLazy, children }: { label: string; isLazy?: boolean; children: ComponentChildren }) {
  return (
    <div class={isLazy ? 'appearance__row stack gap-2 lazily-rendered' : 'appearance__row stack gap-2'}>
      <span class="note bold" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}

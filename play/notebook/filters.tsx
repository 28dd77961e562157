import { SearchField } from '@estante/design/field/search-field.tsx'
import { Filter } from '@estante/design/filter/filter.tsx'
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { EVERYTHING, type Wanted } from './notebook.ts'
import { text } from './text.ts'

const TYPING_PAUSE_MS = 250

/** The filters, as they were left when the member visited another screen. */
export const wanted = signal<Wanted>(EVERYTHING)

export function isEverything({ q, kind, color }: Wanted) {
  return q.trim() === '' && kind === 'all' && color === 'all'
}

/** A search, the kind of annotation and its colour. */
export function Filters() {
  const [typed, setTyped] = useState(wanted.value.q)
  useEffect(() => {
    if (typed.trim() === wanted.peek().q) return
    const pause = setTimeout(() => {
      wanted.value = { ...wanted.peek(), q: typed.trim() }
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed])
  return (
    <div class="notebook__filters">
      <SearchField
        label={text.search}
        placeholder={text.placeholder}
        clearLabel={text.clear}
        value={typed}
        onInput={setTyped}
      />
      <Filter
        name={text.kind}
        options={optionsOf(text.kinds)}
        value={wanted.value.kind}
        onChange={(kind) => {
          wanted.value = { ...wanted.value, kind }
        }}
      />
      <Filter
        name={text.color}
        options={[{ value: 'all' as const, label: text.anyColor }, ...optionsOf(text.colors)]}
        value={wanted.value.color}
        onChange={(color) => {
          wanted.value = { ...wanted.value, color }
        }}
      />
    </div>
  )
}

function optionsOf<Value extends string>(labels: Record<Value, string>) {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))
}

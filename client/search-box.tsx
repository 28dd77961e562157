import { SearchField } from '@estante/design/field/search-field.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'

/** A search field that searches when typing pauses. */
export function SearchBox({
  text,
  value,
  onSearch,
}: {
  text: { label: string; placeholder: string; clear: string }
  value: string
  onSearch: (search: string) => void
}) {
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

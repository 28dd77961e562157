import { SearchField } from '@estante/design/field/search-field.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'

interface SearchBoxProps {
  text: { label: string; placeholder: string; clear: string }
  value: string
  onSearch: (search: string) => void
}

/** A search field that searches when typing pauses. */
export function SearchBox({ text, value, onSearch }: SearchBoxProps) {
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

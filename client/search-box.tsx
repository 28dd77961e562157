import { SearchField } from '@estante/design/field/search-field.tsx'
import { text as clientText } from './text.ts'
import { useDebouncedSearch } from './use-debounced-search.ts'

interface SearchBoxProps {
  text: { label: string; placeholder: string }
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
      clearLabel={clientText.clearSearch}
      value={typed}
      onInput={setTyped}
    />
  )
}

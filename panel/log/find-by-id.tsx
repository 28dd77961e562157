import { SearchField } from '@estante/design/field/search-field.tsx'
import { useState } from 'preact/hooks'
import { openOver } from '../router.ts'
import { callFilters, callsPath } from './call-filters.ts'
import { text } from './text.ts'

const CALL_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** Opens the call whose id is pasted, with any text around it. */
export function FindById() {
  const [typed, setTyped] = useState('')
  const [isDone, setDone] = useState(false)
  return (
    <div class="find-by-id">
      <SearchField
        label={text.requestId}
        placeholder={text.requestIdPlaceholder}
        clearLabel={text.clearRequestId}
        value={typed}
        onInput={(value) => {
          setTyped(value)
          setDone(false)
          const [id] = CALL_ID.exec(value) ?? []
          if (id) openOver(callsPath(callFilters.peek(), id.toLowerCase()))
        }}
        onDone={() => setDone(true)}
      />
      <p class="find-by-id__hint note" role="status">
        {isDone && typed.trim() !== '' && !CALL_ID.test(typed) && text.noRequestId}
      </p>
    </div>
  )
}

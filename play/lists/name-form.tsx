import { Button } from '@estante/design/button/button.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useState } from 'preact/hooks'
import { text } from './text.ts'
import './name-form.css'

const MAX_NAME_CHARACTERS = 60

/** Form for the name of a list. Clears itself after submitting a new one. */
export function NameForm({
  label,
  name: named = '',
  act,
  onName,
}: {
  label: string
  name?: string
  act: string
  onName: (name: string) => void
}) {
  const [name, setName] = useState(named)
  const [isNameless, setNameless] = useState(false)
  return (
    <form
      class="list-name"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const written = name.trim()
        setNameless(!written)
        if (!written) return
        setName('')
        onName(written)
      }}
    >
      <TextField
        label={label}
        value={name}
        hint={text.nameHint}
        error={isNameless ? text.nameless : undefined}
        maxLength={MAX_NAME_CHARACTERS}
        onInput={setName}
      />
      <Button type="submit" variant="soft">
        {act}
      </Button>
    </form>
  )
}

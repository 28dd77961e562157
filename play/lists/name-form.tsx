import { Button } from '@estante/design/button/button.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { text } from './text.ts'

const MAX_NAME_CHARACTERS = 60

interface NameFormProps {
  label: string
  name?: string
  act: string
  isWholeSheet: boolean
  onName: (name: string) => void
}

/**
 * Form for the name of a list. Clears itself after submitting a new one. `isWholeSheet`: it has the focus and the main
 * button of its sheet.
 */
export function NameForm({ label, name: named = '', act, isWholeSheet, onName }: NameFormProps) {
  const [name, setName] = useState(named)
  const [isNameless, setNameless] = useState(false)
  /** Whether the last press submitted a name: the next one, on an empty field, may be the second of a double tap. */
  const hasSubmitted = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  // `autofocus` only works as the sheet opens; the lists may come later, or from a row of an open sheet.
  useLayoutEffect(() => {
    if (isWholeSheet) form.current?.querySelector('input')?.focus()
  }, [])
  return (
    <form
      class="stack gap-3"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const written = name.trim()
        setNameless(!written && !hasSubmitted.current)
        hasSubmitted.current = written !== ''
        if (!written) return
        setName('')
        onName(written)
      }}
    >
      <TextField
        label={label}
        value={name}
        hint={named ? undefined : text.nameHint}
        error={isNameless ? text.nameless : undefined}
        maxLength={MAX_NAME_CHARACTERS}
        autofocus={isWholeSheet}
        // Afterwards, since WebKit moves the cursor to the start once the field has the focus.
        onFocus={({ currentTarget }) => queueMicrotask(() => currentTarget.select())}
        onInput={setName}
      />
      <Button type="submit" variant={isWholeSheet ? 'primary' : 'soft'}>
        {act}
      </Button>
    </form>
  )
}

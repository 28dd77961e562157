import { useRef } from 'preact/hooks'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CloseIcon, SearchIcon } from '../icons/icons.tsx'
import './search-field.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  clearLabel: string
  value: string
  onInput: (value: string) => void
  onDone?: () => void
}

/** Search field with a button to clear it. `onDone`: Enter was pressed, or the field left. */
export function SearchField({ label, placeholder, clearLabel, value, onInput, onDone }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    // Below the baseline: an unknown element, drawn like a `div`.
    <search class="search-field">
      <SearchIcon />
      <input
        class="search-field__input"
        ref={field}
        type="search"
        enterkeyhint="search"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={128}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onBlur={onDone}
        onKeyDown={(event) => {
          const { key, currentTarget } = event
          const dialog = currentTarget.closest('dialog')
          if (key === 'Escape' && !currentTarget.value && dialog) {
            // WebKit withholds the key from the dialog, even when there is nothing to clear.
            event.preventDefault()
            dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
          }
          if (key !== 'Enter') return
          onDone?.()
          // Hides the keyboard of a phone. A real keyboard goes on from the field.
          if (matchMedia('(pointer: coarse)').matches) currentTarget.blur()
        }}
      />
      {value && (
        <IconButton
          label={clearLabel}
          icon={CloseIcon}
          onClick={() => {
            field.current?.focus()
            onInput('')
          }}
        />
      )}
    </search>
  )
}

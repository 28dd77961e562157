import { Button } from '@estante/design/button/button.tsx'
import { TextField } from '@estante/design/field/text-field.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon, PlusIcon } from '@estante/design/icons/icons.tsx'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { text } from './text.ts'

const MAX_ORIGINS = 20

interface OriginsFieldProps {
  value: readonly string[]
  /** The service's message about invalid addresses. */
  problem: string | undefined
  onChange: (origins: readonly string[]) => void
}

/** The origins that may frame the view, one a line. */
export function OriginsField({ value, problem, onChange }: OriginsFieldProps) {
  const list = useRef<HTMLUListElement>(null)
  const wasAdded = useRef(false)
  // Before the next input, which belongs in the new line.
  useLayoutEffect(() => {
    if (wasAdded.current) list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
    wasAdded.current = false
  }, [value.length])
  return (
    <div class="origins stack">
      <p class="note">{text.originsHelp}</p>
      {value.length === 0 && <p class="origins__none note">{text.noOrigins}</p>}
      <ul class="origins__list stack unless-empty" ref={list}>
        {value.map((origin, index) => (
          <li class="origins__line" key={index}>
            <TextField
              label={text.origin(index + 1)}
              value={origin}
              error={origin.trim() !== '' && problem?.includes(`“${origin.trim()}”`) ? text.originWrong : undefined}
              placeholder={text.originPlaceholder}
              inputMode="url"
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              maxLength={253}
              onInput={(typed) => onChange(value.map((one, at) => (at === index ? typed : one)))}
            />
            <IconButton
              label={text.removeOrigin(index + 1)}
              icon={CloseIcon}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      {value.length > 0 && <p class="note">{text.originsHint}</p>}
      {value.length < MAX_ORIGINS && (
        <Button
          variant="soft"
          size="compact"
          icon={PlusIcon}
          onClick={() => {
            wasAdded.current = true
            onChange([...value, ''])
          }}
        >
          {text.addOrigin}
        </Button>
      )}
    </div>
  )
}

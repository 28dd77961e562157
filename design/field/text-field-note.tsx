import type { ComponentChildren } from 'preact'
import './text-field.css'

/** Description of the field `id` (`aria-describedby`): its error, or else its hint. */
export function TextFieldNote({
  id,
  error,
  hint,
}: {
  id: string
  error: string | undefined
  hint?: ComponentChildren
}) {
  if (!error && !hint) return null
  return (
    <div class="text-field__note" id={`${id}-note`} data-error={error ? '' : undefined}>
      {error ?? hint}
    </div>
  )
}

import { text } from '../text.ts'
import { PasswordField } from './password-field.tsx'
import { countCharacters, MIN_LENGTH, type Rating, useRating } from './use-rating.ts'
import './new-password-field.css'

interface NewPasswordFieldProps {
  label: string
  value: string
  about: readonly string[]
  error?: string | undefined
  onInput: (value: string) => void
  autofocus?: boolean
}

/** A field for a new password, with a strength meter. `about`: words about the person that others can guess. */
export function NewPasswordField({ label, value, about, error, onInput, autofocus = false }: NewPasswordFieldProps) {
  const rating = useRating(value, about)
  return (
    <div class="stack gap-2">
      <PasswordField
        label={label}
        autocomplete="new-password"
        maxLength={256}
        autofocus={autofocus}
        value={value}
        error={error}
        hint={hintOf(value, rating)}
        onInput={onInput}
      />
      <Meter value={value} rating={rating} />
    </div>
  )
}

function Meter({ value, rating }: { value: string; rating: Rating | undefined }) {
  const score = rating ? Math.max(rating.score, 1) : 0
  return (
    <div class="new-password__meter line" data-score={rating?.score} hidden={value === ''}>
      <span class="new-password__steps" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} class="new-password__step edged" data-filled={step <= score ? '' : undefined} />
        ))}
      </span>
      <span class="new-password__word label" role="status">
        {rating && (
          <>
            <span class="visually-hidden">{text.password.strength}: </span>
            {text.password.scores[rating.score]}
          </>
        )}
      </span>
    </div>
  )
}

function hintOf(value: string, rating: Rating | undefined): string {
  const missing = MIN_LENGTH - countCharacters(value)
  if (value === '') return text.password.minimum
  if (missing > 0) return text.password.tooShort(missing)
  if (!rating) return text.password.minimum
  if (rating.isAccepted) return rating.warning ?? text.password.minimum
  return [rating.warning ?? text.password.refused, ...rating.suggestions.slice(0, 1)].join(' ')
}

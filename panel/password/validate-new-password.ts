import { text } from '../text.ts'
import { countCharacters, MIN_LENGTH } from './use-rating.ts'

/** Validates a new password in the browser; the service decides the rest. */
export function validateNewPassword(password: string): { password?: string } {
  const missing = MIN_LENGTH - countCharacters(password)
  if (password === '') return { password: text.password.minimum }
  return missing > 0 ? { password: text.password.tooShort(missing) } : {}
}

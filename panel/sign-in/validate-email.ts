import type { FieldErrors } from '../actions/field-errors.ts'
import { text } from '../text.ts'

/** Validates an e-mail in the browser; the service decides the rest. */
export function validateEmail(email: string): FieldErrors<'email'> {
  if (!email.trim()) return { email: text.signIn.emailMissing }
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: text.signIn.emailInvalid }
}

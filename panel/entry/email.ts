import { text } from '../text.ts'

/** The fault of each field, if any. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** Validates in the browser; the service decides the rest. */
export function wrongEmail(email: string): { email?: string } {
  if (!email.trim()) return { email: text.entry.emailMissing }
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: text.entry.emailInvalid }
}

import { text } from '../text.ts'

/** What is wrong with each field, if anything. */
export type Wrong<Field extends string> = Partial<Record<Field, string>>

/** The mistakes seen without asking; the service decides about the rest. */
export function wrongEmail(email: string): { email?: string } {
  if (!email.trim()) return { email: text.entry.emailMissing }
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: text.entry.emailInvalid }
}

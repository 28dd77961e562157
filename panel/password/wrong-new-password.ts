import { text } from '../text.ts'
import { lengthOf, MINIMUM_LENGTH } from './use-rating.ts'

/** What is wrong with a new password without asking; the service decides about the rest. */
export function wrongNewPassword(password: string): { password?: string } {
  const missing = MINIMUM_LENGTH - lengthOf(password)
  if (password === '') return { password: text.password.minimum }
  return missing > 0 ? { password: text.password.tooShort(missing) } : {}
}

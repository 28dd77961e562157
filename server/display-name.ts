import { isVisible } from '@estante/contract/text.ts'

/** Returns a member's name as screens show it: one of spaces and invisible characters counts as none. */
export function displayNameOf({ name }: { name: string | null }): string | null {
  return name !== null && isVisible(name) ? name : null
}

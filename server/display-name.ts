import { VISIBLE } from '@estante/contract/text.ts'

const hasVisible = new RegExp(VISIBLE, 'u')

/** Whether a text shows anything: one of spaces and invisible characters does not. */
export function isVisible(text: string): boolean {
  return hasVisible.test(text)
}

/** Returns a member's name as screens show it: one of spaces and invisible characters counts as none. */
export function displayNameOf({ name }: { name: string | null }): string | null {
  return name !== null && isVisible(name) ? name : null
}

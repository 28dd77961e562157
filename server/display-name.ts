import { VISIBLE } from '@estante/contract/text.ts'

const hasVisible = new RegExp(VISIBLE, 'u')

/** Returns a member's name as screens show it: one of spaces and invisible characters counts as none. */
export function displayNameOf({ name }: { name: string | null }): string | null {
  return name !== null && hasVisible.test(name) ? name : null
}

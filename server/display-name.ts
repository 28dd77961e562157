/** Returns a member's name as screens show it: a blank one counts as none. */
export function displayNameOf({ name }: { name: string | null }): string | null {
  return name?.trim() ? name : null
}

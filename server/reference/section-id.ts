/** Returns the id of a section from its name: that of `2. Sessões e membros` is `2-sessoes-e-membros`. */
export function sectionId(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, (between) => (/[\s-]/.test(between) ? '-' : ''))
    .replace(/^-|-$/g, '')
}

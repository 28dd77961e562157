const MAX_LENGTH = 40

/** Derives a slug from a name: "Crédito Já!" becomes `credito-ja`. */
export function proposeSlug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '')
}

const LETTERS_A_PAGE = 1800

/** How many printed pages a text of so many letters takes, about; to ten once there are many. */
export function pagesOf(letters: number): number {
  const pages = Math.max(1, Math.round(letters / LETTERS_A_PAGE))
  return pages < 50 ? pages : Math.round(pages / 10) * 10
}

/** `Português`, for `pt`; the tag itself where the browser cannot tell, and nothing when the book does not (`und`). */
export function languageName(tag: string): string | undefined {
  if (tag === 'und') return undefined
  try {
    const name = new Intl.DisplayNames('pt-BR', { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toUpperCase() + name.slice(1)
  } catch {
    return tag
  }
}

const LETTERS_A_PAGE = 1800

/** Estimates the printed pages of a text; rounded to ten above a number. */
export function pagesOf(letters: number): number {
  const pages = Math.max(1, Math.round(letters / LETTERS_A_PAGE))
  return pages < 50 ? pages : Math.round(pages / 10) * 10
}

/** Named without `Intl.DisplayNames`, whose first use takes longer than drawing the page. */
const COMMON_LANGUAGES: Record<string, string> = {
  pt: 'Português',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  en: 'Inglês',
  es: 'Espanhol',
  fr: 'Francês',
}

/** Returns the name of a language (`Português`); the tag where the browser has no name, and empty for `und`. */
export function languageName(tag: string): string | undefined {
  if (tag === 'und') return undefined
  const common = COMMON_LANGUAGES[tag]
  if (common) return common
  try {
    const name = new Intl.DisplayNames('pt-BR', { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toUpperCase() + name.slice(1)
  } catch {
    return tag
  }
}

const XML = 'http://www.w3.org/XML/1998/namespace'

/** Returns the language that an element of a chapter declares, or the chapter. In XML, `xml:lang` precedes `lang`. */
export function languageOf(element: HTMLElement): string {
  const root = element.ownerDocument.documentElement
  return element.getAttributeNS(XML, 'lang') || element.lang || (element === root ? '' : languageOf(root))
}

/** Whether a language is written from right to left. A book in Japanese may have only its pages in that order. */
export function isRightToLeftLanguage(language: string): boolean {
  return /^(ar|he|iw|fa|ur|yi|dv|ps|sd|ug)\b/i.test(language)
}

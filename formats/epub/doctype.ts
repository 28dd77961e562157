/** Removes the document type declaration. Looks only at the first one, so that thousands of them cost nothing. */
export function dropDoctype(markup: string): string {
  const declaration = /<!DOCTYPE[^>[]*(\[[^\]]*\][^>]*)?>/iy
  declaration.lastIndex = Math.max(0, markup.search(/<!DOCTYPE/i))
  const found = declaration.exec(markup)
  return found ? markup.slice(0, found.index) + markup.slice(declaration.lastIndex) : markup
}

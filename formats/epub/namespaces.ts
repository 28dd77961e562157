export const XHTML = 'http://www.w3.org/1999/xhtml'
export const SVG = 'http://www.w3.org/2000/svg'
export const MATHML = 'http://www.w3.org/1998/Math/MathML'
export const EPUB = 'http://www.idpf.org/2007/ops'
export const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'

/** Namespaces by prefix; the default one by `''`. */
export type Prefixes = Record<string, string>

/**
 * Prefixes that books forget to declare. Has no prototype, so that only declared names are found; elements inherit from
 * it.
 */
export const USUAL_PREFIXES: Prefixes = Object.assign(Object.create(null), {
  xml: 'http://www.w3.org/XML/1998/namespace',
  dc: DUBLIN_CORE,
  epub: EPUB,
  svg: SVG,
  math: MATHML,
  m: MATHML,
})

/** Returns the prefixes in scope of an element: declared by it or by the element around it. */
export function prefixesOf(attributes: Record<string, string>, outer: Prefixes): Prefixes {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  const prefixes: Prefixes = Object.create(outer)
  for (const [name, uri] of declared) prefixes[name.slice(6)] = uri.trim()
  return prefixes
}

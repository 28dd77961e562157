import { Type } from './schema.ts'

// PostgreSQL stores neither NUL nor a lone surrogate, so no text that is kept may hold one.
const STORABLE = '^[^\\u0000\\p{Cs}]*$'

// Line breaks and other controls, and what turns the order of text around (UAX 9, section 2).
const DECEIVING = '\\p{Cc}\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
// Marks need something to stand on; the last five are letters and a symbol that show nothing.
const INVISIBLE = '\\p{C}\\p{Z}\\p{M}\\u115f\\u1160\\u2800\\u3164\\uffa0'
const NAME = `^(?:\\p{Zs}*|[^${DECEIVING}]*[^${INVISIBLE}][^${DECEIVING}]*)$`

/*
 * Beside a `pattern` that only our server reads (in Unicode mode, with lookaround and properties) stand `patternMessage`,
 * the predicate of the sentence for a text that does not match, and `publishedPattern`, the part of the rule that every
 * engine reads: RE2, Java, Python and JavaScript with or without its `u` flag. `oneLine` has the text kept by `toOneLine`,
 * `trimmed` without spaces around it.
 */

/** Text that any of our databases can keep. Lengths count characters (code points), as JSON Schema says. */
export function storableText<const O extends Record<string, unknown>>(options: O) {
  return Type.String({
    pattern: STORABLE,
    patternMessage: 'não pode ter o caractere nulo (U+0000) nem metade de um par UTF-16 (U+D800 a U+DFFF)',
    ...options,
  })
}

/**
 * A name that is typed in the panel for others to read: one line, in the order it was typed, and something to see. Only
 * spaces are an empty name: `minLength` says whether it may be empty.
 */
export function nameText<const O extends Record<string, unknown>>(options: O) {
  return Type.String({
    pattern: NAME,
    trimmed: true,
    patternMessage:
      'deve ter algo visível, numa linha só, sem caracteres de controle nem de mudança de direção do texto',
    ...options,
  })
}

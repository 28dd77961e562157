import { Type } from './schema.ts'

// PostgreSQL stores neither NUL nor a lone surrogate, so no stored text may contain one.
const STORABLE = '^[^\\u0000\\p{Cs}]*$'

// Line breaks, other control characters, and bidirectional controls (UAX 9, section 2).
const DECEIVING = '\\p{Cc}\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
// Combining marks need a base; the last five are invisible letters and symbols.
const INVISIBLE = '\\p{C}\\p{Z}\\p{M}\\u115f\\u1160\\u2800\\u3164\\uffa0'
/** A character that shows something. */
const VISIBLE = `[^${INVISIBLE}]`
/**
 * The pattern of a visible name in one line, or of an empty one. Only the first visible character can match the middle
 * part, so that a refused text of 64 KiB takes no quadratic backtracking.
 */
export const NAME = `^(?:\\p{Zs}*|(?:(?![${DECEIVING}])[${INVISIBLE}])*${VISIBLE}[^${DECEIVING}]*)$`

type TextOptions = TextRules & (OwnPattern | { pattern?: never })

/** A pattern in the place of ours, with its own sentence: ours would name the wrong rule. */
interface OwnPattern {
  /** Only our server evaluates it: Unicode mode, lookaround, properties. */
  pattern: string
  /** The sentence for a text that violates `pattern`. */
  patternMessage: string
  /** The part of the rule that every engine supports: RE2, Java, Python, and JavaScript with or without `u`. */
  publishedPattern?: string
}

interface TextRules {
  minLength?: number
  maxLength?: number
  format?: 'email'
  /** Normalizes the text by `toOneLine`, except one with NUL, which is left for `pattern`. */
  oneLine?: true
  trimmed?: true
  description?: string
  examples?: string[]
}

/** Builds the schema of text that every supported database can store. Lengths count code points, as in JSON Schema. */
export function storableText(options: TextOptions) {
  return Type.String({
    pattern: STORABLE,
    patternMessage: 'não pode ter o caractere nulo (U+0000) nem metade de um par UTF-16 (U+D800 a U+DFFF)',
    ...options,
  })
}

/**
 * Creates the schema of a name typed in the panel: one line, without bidirectional controls, and visible. A text of
 * only spaces counts as empty: `minLength` decides whether that is allowed.
 */
export function nameText(options: TextOptions) {
  return Type.String({
    pattern: NAME,
    trimmed: true,
    patternMessage:
      'deve ter algo visível, numa linha só, sem caracteres de controle nem de mudança de direção do texto',
    ...options,
  })
}

const visible = new RegExp(VISIBLE, 'u')

/** Whether a text shows anything: one of spaces and invisible characters does not. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

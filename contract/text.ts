import { Type } from 'typebox'

// PostgreSQL stores neither NUL nor a lone surrogate, so no text that is kept may hold one.
const STORABLE = '^[^\\u0000\\p{Cs}]*$'

/** Text that any of our databases can keep. Lengths count characters (code points), as JSON Schema says. */
export function storableText<const O extends Record<string, unknown>>(options: O) {
  return Type.String({ pattern: STORABLE, ...options })
}

/** The fault of each field, if any. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

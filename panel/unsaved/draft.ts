/**
 * The unsaved fields of a form. `from` is each field's stored value when editing began: if it has changed since, there
 * is a conflict.
 */
export interface Draft<Fields extends object> {
  written: Partial<Fields>
  from: Partial<Fields>
}

export function emptyDraft<Fields extends object>(): Draft<Fields> {
  return { written: {}, from: {} }
}

export function writeFields<Fields extends object>(
  { written, from }: Draft<Fields>,
  known: Fields,
  changes: Partial<Fields>,
): Draft<Fields> {
  return { written: { ...written, ...changes }, from: { ...pick(known, namesOf(changes)), ...from } }
}

/** Removes fields equal to their saved values; input typed during the save stays. */
export function dropSaved<Fields extends object>(
  { written, from }: Draft<Fields>,
  sent: Partial<Fields>,
  known: Fields,
): Draft<Fields> {
  const left = namesOf(written).filter((name) => !(name in sent) || !isSame(written[name], sent[name]))
  const savedOnce = left.filter((name) => name in sent)
  return { written: pick(written, left), from: { ...pick(from, left), ...pick(known, savedOnce) } }
}

/** Removes a field, so that the stored value is shown again. */
export function dropField<Fields extends object>({ written, from }: Draft<Fields>, name: keyof Fields): Draft<Fields> {
  const left = namesOf(written).filter((one) => one !== name)
  return { written: pick(written, left), from: pick(from, left) }
}

/** Returns the fields with a conflict: changed by another admin since editing began, to another value. */
export function conflictsOf<Fields extends object>({ written, from }: Draft<Fields>, known: Fields): (keyof Fields)[] {
  return namesOf(written).filter((name) => !isSame(from[name], known[name]) && !isSame(written[name], known[name]))
}

/** Resolves all conflicts for the draft, which will overwrite the stored values. */
export function overwriteConflicts<Fields extends object>({ written }: Draft<Fields>, known: Fields): Draft<Fields> {
  return { written, from: pick(known, namesOf(written)) }
}

/** Values are texts, null and lists of texts. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function namesOf<Fields extends object>(fields: Partial<Fields>): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[]
}

function pick<Fields extends object>(fields: Partial<Fields>, names: readonly (keyof Fields)[]): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>
}

/**
 * Fields that somebody is writing and has not saved, over what the service holds. `from` is what each of them held when
 * writing began: when the service holds something else by now, somebody changed it meanwhile.
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

/** Leaves out the fields that were saved as they are still written; what was typed during the save stays. */
export function dropSaved<Fields extends object>(
  { written, from }: Draft<Fields>,
  sent: Partial<Fields>,
  known: Fields,
): Draft<Fields> {
  const left = namesOf(written).filter((name) => !(name in sent) || !isSame(written[name], sent[name]))
  const savedOnce = left.filter((name) => name in sent)
  return { written: pick(written, left), from: { ...pick(from, left), ...pick(known, savedOnce) } }
}

/** Leaves out one field: what the service holds is shown again. */
export function dropField<Fields extends object>({ written, from }: Draft<Fields>, name: keyof Fields): Draft<Fields> {
  const left = namesOf(written).filter((one) => one !== name)
  return { written: pick(written, left), from: pick(from, left) }
}

/** The fields that somebody else changed since they began to be written here, to something other than what is written. */
export function conflictsOf<Fields extends object>({ written, from }: Draft<Fields>, known: Fields): (keyof Fields)[] {
  return namesOf(written).filter((name) => !isSame(from[name], known[name]) && !isSame(written[name], known[name]))
}

/** Settles every conflict for what is written here: from now on it is written over what the service holds. */
export function insist<Fields extends object>({ written }: Draft<Fields>, known: Fields): Draft<Fields> {
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

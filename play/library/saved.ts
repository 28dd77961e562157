import { signal } from '@preact/signals'

/** What the member saved or took out since the lists were loaded, by publication. */
const changes = signal<Readonly<Record<string, boolean>>>({})

/** Whether a title is saved, going by what the member did last. */
export function isSaved({ id, saved }: { id: string; saved: boolean }) {
  return changes.value[id] ?? saved
}

/** Saves a title or takes it out, on sight at once; put back and rejected when the service does not take it. */
export async function setSaved(
  { id, saved }: { id: string; saved: boolean },
  wanted: boolean,
  send: (id: string, wanted: boolean) => Promise<unknown>,
) {
  const before = changes.value[id] ?? saved
  changes.value = { ...changes.value, [id]: wanted }
  try {
    await send(id, wanted)
  } catch (problem) {
    changes.value = { ...changes.value, [id]: before }
    throw problem
  }
}

/** Another member has other books. */
export function forgetSaved() {
  changes.value = {}
}

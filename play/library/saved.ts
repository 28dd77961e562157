import { signal } from '@preact/signals'

/** What the member saved or took out since the lists were loaded, by publication. */
const changes = signal<Readonly<Record<string, boolean>>>({})

/** Whether a title is saved, going by what the member did last. */
export function isSaved({ id, saved }: { id: string; saved: boolean }) {
  return changes.value[id] ?? saved
}

/** Saves a title or takes it out, on sight at once; put back and rejected when the service does not take it. */
export async function setSaved(
  { id, saved, otherForm }: { id: string; saved: boolean; otherForm: { id: string } | null },
  wanted: boolean,
  send: (id: string, wanted: boolean) => Promise<unknown>,
) {
  const before = changes.value[id] ?? saved
  // A work is kept whole.
  const put = (value: boolean) => {
    changes.value = { ...changes.value, [id]: value, ...(otherForm && { [otherForm.id]: value }) }
  }
  put(wanted)
  try {
    await send(id, wanted)
  } catch (problem) {
    put(before)
    throw problem
  }
}

/** Another member has other books. */
export function forgetSaved() {
  changes.value = {}
}

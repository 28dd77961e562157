import { signal } from '@preact/signals'

/** The titles that the member saved or removed since the lists were loaded. */
const changes = signal<Readonly<Record<string, boolean>>>({})

/** Whether a title is saved, by the member's latest action. */
export function isSaved({ id, saved }: { id: string; saved: boolean }) {
  return changes.value[id] ?? saved
}

/** The latest request. The next one waits for it: the service ends up with the member's latest choice. */
let last: Promise<unknown> = Promise.resolve()

/** Saves or removes a title optimistically; reverts and rejects when the service fails. */
export async function setSaved(
  { id, saved, otherForm }: { id: string; saved: boolean; otherForm: { id: string } | null },
  wanted: boolean,
  send: (id: string, wanted: boolean) => Promise<unknown>,
) {
  const before = changes.value[id] ?? saved
  // Both forms of a work are saved.
  const put = (value: boolean) => {
    changes.value = { ...changes.value, [id]: value, ...(otherForm && { [otherForm.id]: value }) }
  }
  put(wanted)
  const sent = last.then(() => send(id, wanted))
  last = sent.catch(() => {})
  try {
    await sent
  } catch (problem) {
    put(before)
    throw problem
  }
}

/** Clears the changes, for another member. */
export function forgetSaved() {
  changes.value = {}
}

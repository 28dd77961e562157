import { signal } from '@preact/signals'

/** The titles that the member saved or removed since the lists were loaded. */
const changes = signal<Readonly<Record<string, boolean>>>({})

/** Whether a title is saved, by the member's latest action. */
export function isSaved({ id, saved }: { id: string; saved: boolean }) {
  return changes.value[id] ?? saved
}

/** The latest request. The next one waits for it: the service ends up with the member's latest choice. */
let last: Promise<unknown> = Promise.resolve()

/** The latest request about each title. */
const lastOf = new Map<string, Promise<unknown>>()
/** The saved state that the service has confirmed. */
const confirmed = new Map<string, boolean>()

/** Saves or removes a title optimistically; rejects when the service fails, and shows what the service has. */
export async function setSaved(
  { id, saved, otherForm }: { id: string; saved: boolean; otherForm: { id: string } | null },
  wanted: boolean,
  send: (id: string, wanted: boolean) => Promise<unknown>,
) {
  // Both forms of a work are saved.
  const ids = otherForm ? [id, otherForm.id] : [id]
  const put = (value: boolean) => {
    changes.value = { ...changes.value, ...Object.fromEntries(ids.map((one) => [one, value])) }
  }
  put(wanted)
  const sent = last.then(() => send(id, wanted))
  last = sent.catch(() => {})
  for (const one of ids) lastOf.set(one, sent)
  try {
    await sent
    for (const one of ids) confirmed.set(one, wanted)
  } catch (problem) {
    // A later request decides what is shown.
    if (lastOf.get(id) === sent) put(confirmed.get(id) ?? saved)
    throw problem
  }
}

/** Clears the changes, for another member. */
export function forgetSaved() {
  changes.value = {}
  lastOf.clear()
  confirmed.clear()
}

import { effect, signal, untracked } from '@preact/signals'
import { memberSession } from './session/api.ts'
import { createPageStorage, memoryKey, readJson } from './session/page-storage.ts'

/** Stored in the browser beyond the tab, where it allows that; `claimDevice` deletes another member's, once sent. */
const storage = createPageStorage(() => localStorage)
/** The member of this page, also once the session is over. A page of another may still be open in this browser. */
const memberId = signal<string | undefined>(undefined)

effect(() => {
  const id = memberSession.profile.value?.member.id
  if (id !== undefined) memberId.value = id
})

/** Calls `read` once the member is known: a module may be loaded before. */
export function onceSignedIn(read: () => void) {
  effect(() => {
    if (memberId.value !== undefined) untracked(read)
  })
}

/** Reads the member's value under a name, if any. The caller validates it. */
export function remembered(name: string): unknown {
  return read()[name]
}

/** A name that begins with `unsent.` outlives the next launch of another member. */
export function remember(name: string, value: unknown) {
  if (memberId.peek() === undefined) return
  storage.set(memoryKey(memberId.peek()!), JSON.stringify({ ...read(), [name]: value, storedAt: Date.now() }))
}

function read(): Record<string, unknown> {
  const id = memberId.peek()
  const stored = id === undefined ? undefined : readJson(storage, memoryKey(id))
  return typeof stored === 'object' && stored !== null ? stored : {}
}

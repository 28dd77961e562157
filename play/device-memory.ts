import { createPageStorage, readJson } from './session/page-storage.ts'

const KEY = 'estante.remembered'

/** Stored in the browser beyond the tab, where it allows that; `claimPreferences` deletes another member's. */
const storage = createPageStorage(() => localStorage)

/** Reads the device's value under a name, if any. The caller validates it. */
export function remembered(name: string): unknown {
  return read()[name]
}

export function remember(name: string, value: unknown) {
  storage.set(KEY, JSON.stringify({ ...read(), [name]: value }))
}

function read(): Record<string, unknown> {
  const stored = readJson(storage, KEY)
  return typeof stored === 'object' && stored !== null ? stored : {}
}

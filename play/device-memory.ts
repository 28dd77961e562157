import { createPageStorage } from './session/page-storage.ts'

const KEY = 'estante.remembered'

/** Survives the tab, where the browser lets it; `claimPreferences` erases another member's. */
const storage = createPageStorage(() => localStorage)

/** What this device remembers under a name; undefined when nothing, and never trusted. */
export function remembered(name: string): unknown {
  return read()[name]
}

export function remember(name: string, value: unknown) {
  storage.set(KEY, JSON.stringify({ ...read(), [name]: value }))
}

function read(): Record<string, unknown> {
  try {
    const stored = JSON.parse(storage.get(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

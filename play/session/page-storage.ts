/** Text kept for this tab. Storage that throws (blocked in a frame, full) falls back to memory. */
export interface PageStorage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** `open` gives the real storage, and may throw: merely naming `sessionStorage` does where it is blocked. */
export function createPageStorage(open: () => Storage): PageStorage {
  const memory = new Map<string, string>()

  return {
    get: (key) => memory.get(key) ?? attempt(() => open().getItem(key)) ?? undefined,
    set(key, value) {
      memory.set(key, value)
      attempt(() => open().setItem(key, value))
    },
    remove(key) {
      memory.delete(key)
      attempt(() => open().removeItem(key))
    },
  }
}

export const pageStorage = createPageStorage(() => sessionStorage)

const OWNER_KEY = 'estante.member'

/** Leaves nothing of an earlier member session in this tab. Never throws. */
export async function wipeTabState() {
  attempt(() => sessionStorage.clear())
  try {
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // An insecure origin has no caches.
  }
}

/** Preferences outlive the tab, but belong to one member: another one's are erased. */
export function claimPreferences(memberId: string) {
  attempt(() => {
    if (localStorage.getItem(OWNER_KEY) !== memberId) localStorage.clear()
    localStorage.setItem(OWNER_KEY, memberId)
  })
}

export function erasePreferences() {
  attempt(() => localStorage.clear())
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** A browser's storage, or memory where that throws (blocked in a frame, full). */
export interface PageStorage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** `open` returns the real storage. It may throw: even accessing `sessionStorage` does where it is blocked. */
export function createPageStorage(open: () => Storage): PageStorage {
  const memory = new Map<string, string>()

  return {
    get: (key) => memory.get(key) ?? attempt(() => open().getItem(key)) ?? undefined,
    set(key, value) {
      memory.set(key, value)
      attempt(() => {
        open().setItem(key, value)
        // Another tab may store a newer value.
        memory.delete(key)
      })
    },
    remove(key) {
      memory.delete(key)
      attempt(() => open().removeItem(key))
    },
  }
}

/** Parses a stored value, which is never trusted. Undefined when it is broken. */
export function readJson(storage: PageStorage, key: string) {
  return attempt(() => JSON.parse(storage.get(key) ?? 'null'))
}

export const pageStorage = createPageStorage(() => sessionStorage)

const OWNER_KEY = 'estante.member'

/** Deletes an earlier member session's data in this tab. Never throws. */
export function wipeTabState() {
  attempt(() => sessionStorage.clear())
}

/** Preferences outlive the tab, but belong to one member: deletes another's. */
export function claimPreferences(memberId: string) {
  attempt(() => {
    if (localStorage.getItem(OWNER_KEY) !== memberId) localStorage.clear()
    localStorage.setItem(OWNER_KEY, memberId)
  })
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

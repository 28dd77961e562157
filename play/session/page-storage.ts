/** Text kept for this tab. Storage that throws (blocked in a frame, full) falls back to memory. */
export interface PageStorage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** `open` gives the real storage, and may throw: merely naming `sessionStorage` does where it is blocked. */
export function createPageStorage(open: () => Storage): PageStorage {
  const memory = new Map<string, string>()

  function attempt<T>(act: (storage: Storage) => T): T | undefined {
    try {
      return act(open())
    } catch {
      return undefined
    }
  }

  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,
    set(key, value) {
      memory.set(key, value)
      attempt((storage) => storage.setItem(key, value))
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}

export const pageStorage = createPageStorage(() => sessionStorage)

/** Everything an earlier member may have left in this browser: both storages and every cache. Never throws. */
export async function wipeLocalState() {
  for (const open of [() => sessionStorage, () => localStorage]) {
    try {
      open().clear()
    } catch {
      // Blocked storage holds nothing.
    }
  }
  try {
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // An insecure origin has no caches.
  }
}

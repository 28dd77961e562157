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

/** Deletes an earlier member session's data in this tab. Never throws. */
export function wipeTabState() {
  attempt(() => sessionStorage.clear())
}

const MEMORY = 'estante.remembered.'
/** The members whose unsent changes a browser stores beside those of the one who entered last, and for how long. */
const MAX_OTHERS = 4
const STORED_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** Returns the key of what a browser stores for a member beyond the tab. */
export function memoryKey(memberId: string): string {
  return MEMORY + memberId
}

/**
 * Claims the device for a member: deletes what the browser stores for others, except what the service does not have
 * yet, which is theirs when they return. Never throws.
 */
export function claimDevice(memberId: string, open = () => localStorage, now = Date.now()) {
  attempt(() => {
    const storage = open()
    const own = memoryKey(memberId)
    const others = Object.keys(storage).flatMap((key) => (key === own ? [] : { key, ...readMemory(storage, key) }))
    for (const { key } of others) storage.removeItem(key)
    const stored = others
      .filter(({ storedAt, unsent }) => unsent.length > 0 && now - storedAt < STORED_FOR_MS)
      .sort((one, other) => other.storedAt - one.storedAt)
      .slice(0, MAX_OTHERS)
    for (const { key, storedAt, unsent } of stored) {
      storage.setItem(key, JSON.stringify({ storedAt, ...Object.fromEntries(unsent) }))
    }
  })
}

function readMemory(storage: Storage, key: string) {
  const memory: Record<string, unknown> = attempt(() => JSON.parse(storage.getItem(key)!)) ?? {}
  const unsent = Object.entries(memory).filter(
    ([name, value]) => name.startsWith('unsent.') && JSON.stringify(value) !== '[]',
  )
  return { storedAt: Number(memory.storedAt) || 0, unsent }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

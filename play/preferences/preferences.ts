import { isCode } from '@estante/client/answer.ts'
import type { changePreferences, Preferences, StoredPreferences } from '@estante/contract/play/preferences.ts'
import type { Answer, Body } from '@estante/contract/route.ts'

/** Changes within this long are sent together. */
const PAUSE_MS = 1500
/** Attempts after another device's concurrent change. */
const ATTEMPTS = 4

type Changes = Record<string, unknown>
type Change = Body<typeof changePreferences>
type ChangeOutcome = Answer<typeof changePreferences>

interface PreferencesDependencies {
  read(): Promise<StoredPreferences>
  write(change: Change): Promise<ChangeOutcome>
  /** Unsent changes are stored on the device, and sent with the next `flush`, or when the preferences are next read. */
  unsent(): unknown
  storeUnsent(changes: Changes | undefined): void
  later(run: () => void, delayMs: number): void
}

export type MemberPreferences = ReturnType<typeof createPreferences>

/** Manages the member's preferences on all devices: read once, and sent as they change here. */
export function createPreferences(dependencies: PreferencesDependencies) {
  let revision: number | undefined
  let unsent = toChanges(dependencies.unsent())
  let isWaiting = false
  let isSending = false

  /** Reads them, with this device's unsent changes. Undefined when the service is unreachable. */
  async function read(): Promise<Preferences | undefined> {
    try {
      const saved = await dependencies.read()
      revision = saved.revision
      if (unsent) flush()
      return withoutRemoved(merge(saved.preferences, unsent ?? {}))
    } catch {
      return undefined
    }
  }

  function change(changes: Changes) {
    unsent = merge(unsent ?? {}, changes)
    dependencies.storeUnsent(unsent)
    if (isWaiting) return
    isWaiting = true
    dependencies.later(() => {
      isWaiting = false
      flush()
    }, PAUSE_MS)
  }

  function flush() {
    if (unsent && !isSending) void send()
  }

  async function send() {
    isSending = true
    try {
      revision ??= (await dependencies.read()).revision
      for (let attempt = 0; unsent && attempt < ATTEMPTS; attempt++) {
        const changes = unsent
        const outcome = await dependencies.write({ basedOn: revision, changes })
        revision = outcome.revision
        // Changed during the request: sent next.
        if (outcome.isAccepted && unsent === changes) unsent = undefined
      }
    } catch (problem) {
      // Unsent changes stay on the device; refused ones are dropped.
      if (isCode(problem, 'VALIDATION')) unsent = undefined
    } finally {
      isSending = false
      dependencies.storeUnsent(unsent)
    }
  }

  return { read, change, flush }
}

function toChanges(saved: unknown): Changes | undefined {
  return isObject(saved) ? saved : undefined
}

function withoutRemoved(preferences: Changes): Changes {
  const left = Object.entries(preferences).filter(([, value]) => value !== null)
  return Object.fromEntries(left.map(([name, value]) => [name, isObject(value) ? withoutRemoved(value) : value]))
}

/** Merges as in https://www.rfc-editor.org/rfc/rfc7396, but null is kept: the server removes the field. */
function merge(target: Changes, changes: Changes): Changes {
  const merged = { ...target }
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name]
    merged[name] = isObject(value) ? merge(isObject(before) ? before : {}, value) : value
  }
  return merged
}

function isObject(value: unknown): value is Changes {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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
  /**
   * Unsent changes are stored on the device, for all of its pages, and sent with the next `flush`, or when the
   * preferences are next read.
   */
  unsent(): unknown
  storeUnsent(changes: Changes | undefined): void
  later(run: () => void, delayMs: number): void
}

export type MemberPreferences = ReturnType<typeof createPreferences>

/** Manages the member's preferences on all devices: read once, and sent as they change here. */
export function createPreferences(dependencies: PreferencesDependencies) {
  let revision: number | undefined
  let isWaiting = false
  let isSending = false

  function unsent(): Changes | undefined {
    const stored = dependencies.unsent()
    return isObject(stored) ? stored : undefined
  }

  /** Reads them, with this device's unsent changes. Undefined when the service is unreachable. */
  async function read(): Promise<Preferences | undefined> {
    try {
      const saved = await dependencies.read()
      revision = saved.revision
      flush()
      return withoutRemoved(merge(saved.preferences, unsent() ?? {}))
    } catch {
      return undefined
    }
  }

  function change(changes: Changes) {
    dependencies.storeUnsent(merge(unsent() ?? {}, changes))
    if (isWaiting) return
    isWaiting = true
    dependencies.later(() => {
      isWaiting = false
      flush()
    }, PAUSE_MS)
  }

  function flush() {
    if (unsent() && !isSending) void send()
  }

  async function send() {
    isSending = true
    let changes: Changes | undefined
    try {
      revision ??= (await dependencies.read()).revision
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        changes = unsent()
        if (!changes) return
        const outcome = await dependencies.write({ basedOn: revision, changes })
        revision = outcome.revision
        if (outcome.isAccepted) drop(changes)
      }
    } catch (problem) {
      // Unsent changes stay on the device; refused ones are dropped.
      if (changes && isCode(problem, 'VALIDATION')) drop(changes)
    } finally {
      isSending = false
    }
  }

  /** Drops sent changes; those made during the request stay. */
  function drop(sent: Changes) {
    dependencies.storeUnsent(without(unsent() ?? {}, sent))
  }

  return { read, change, flush }
}

/** Returns the changes that differ from the sent ones; undefined for none. */
function without(changes: Changes, sent: Changes): Changes | undefined {
  const left = Object.entries(changes).flatMap(([name, value]) => {
    const before = sent[name]
    const rest = isObject(value) && isObject(before) ? without(value, before) : value
    return rest === undefined || JSON.stringify(rest) === JSON.stringify(before) ? [] : [[name, rest]]
  })
  return left.length > 0 ? Object.fromEntries(left) : undefined
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

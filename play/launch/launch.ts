import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import { silentPath } from '../publication/publication.ts'
import type { MemberSession } from '../session/member-session.ts'
import { type PageStorage, readJson } from '../session/page-storage.ts'
import { beginExchange } from './begin-launch.ts'
import type { BegunLaunch, LaunchAddress, PendingLaunch } from './launch-address.ts'

const PENDING_KEY = 'estante.launch'
const EXCHANGE_LIMIT_MS = 15_000
const DELAYS_WHEN_BACK_MS = [0, 1000, 3000, 9000]

interface LaunchHost {
  memberSession: MemberSession
  storage: PageStorage
  origin: string
  /** Deletes the data of an earlier member session in this tab. */
  wipe(): void
  /** Deletes what this browser stores for other members, except unsent changes. */
  claim(memberId: string): void
  /** Shows the screen of a path; home for an unknown one. */
  open(path: string): void
}

/**
 * Signs the member in: by the launch in the address, else by an unanswered one, else by the tab's tokens. A launch
 * always wins over a stored session, and deletes an earlier member's data before it is tried.
 */
export function createLaunch({ memberSession, storage, origin, wipe, claim, open }: LaunchHost) {
  let pending = readPending(storage)
  let begun: BegunLaunch | undefined
  let trying: Promise<void> | undefined

  function start(address: LaunchAddress) {
    return once(async () => {
      await take(address)
      return signIn(address.isLaunch ? 'link-expired' : 'ended')
    })
  }

  /** Retries after the service was unreachable. */
  function attempt() {
    return once(() => signIn('ended'))
  }

  /** Retries a few times: a network that has just come back may take a moment. */
  async function attemptWhenBack() {
    for (const delayMs of DELAYS_WHEN_BACK_MS) {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (memberSession.state.peek() !== 'unreachable') return
      await attempt()
    }
  }

  /** Concurrent calls share one exchange. */
  function once(act: () => Promise<void>) {
    trying ??= act().finally(() => {
      trying = undefined
    })
    return trying
  }

  async function take({ launch }: LaunchAddress) {
    begun = await launch
    if (!begun) return
    const { token, key, redirect } = begun
    memberSession.forget()
    wipe()
    pending = { token, key, redirect }
    storage.set(PENDING_KEY, JSON.stringify(pending))
  }

  function signIn(withNothing: 'link-expired' | 'ended') {
    return pending ? exchange(pending) : memberSession.resume(withNothing)
  }

  async function exchange(launch: PendingLaunch) {
    memberSession.state.value = 'signing-in'
    const answer = await answerTo(launch)
    if (answer === 'unreachable') {
      memberSession.state.value = 'unreachable'
      return
    }
    // Answered: opening the same address again mints another key, and is refused.
    pending = undefined
    storage.remove(PENDING_KEY)
    if (answer === 'refused') {
      wipe()
      memberSession.end('link-expired')
      return
    }
    claim(answer.profile.member.id)
    memberSession.begin(answer)
    open(silentPath(launch.redirect))
  }

  async function answerTo(launch: PendingLaunch): Promise<LaunchAnswer | 'refused' | 'unreachable'> {
    const { limit, answer } = begun ?? beginExchange(origin, launch)
    const timer = setTimeout(() => limit.abort(), EXCHANGE_LIMIT_MS)
    try {
      const { status, body } = await answer
      return body ?? ([400, 401, 403].includes(status) ? 'refused' : 'unreachable')
    } catch {
      return 'unreachable'
    } finally {
      begun = undefined
      clearTimeout(timer)
    }
  }

  return { start, attempt, attemptWhenBack }
}

function readPending(storage: PageStorage): PendingLaunch | undefined {
  const pending = readJson(storage, PENDING_KEY)
  return typeof pending?.token === 'string' && typeof pending?.key === 'string' ? pending : undefined
}

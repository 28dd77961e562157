import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import type { View } from '../bridge/bridge.ts'

/** The launch parameters that the first script of the page read from the address. */
export interface LaunchAddress {
  /** Whether the page was opened by a link, also after a reload without the token. */
  isLaunch: boolean
  view: View
  launch?: Promise<BegunLaunch>
}

/** An unanswered launch, stored so that a reload, or a retry, repeats it with the same key. */
export interface PendingLaunch {
  token: string
  /** The key that the page minted for this token. */
  key: string
  redirect: string
}

/** An exchange in progress. */
export interface BegunLaunch extends PendingLaunch {
  limit: AbortController
  answer: Promise<ExchangeAnswer>
}

interface ExchangeAnswer {
  status: number
  /** Of an accepted launch. */
  body?: LaunchAnswer
}

/** Reads it once, and leaves no copy of the token on the page. */
export function takeLaunchAddress(page: { launchAddress?: LaunchAddress }): LaunchAddress {
  const address = page.launchAddress ?? { isLaunch: false, view: { embed: false, closable: false } }
  delete page.launchAddress
  return address
}

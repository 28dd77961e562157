import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import type { View } from '../bridge/bridge.ts'

/** The launch parameters that the first script of the page read from the address. */
export interface LaunchAddress {
  /** Whether the page was opened by a link, also after a reload without the token. */
  isLaunch: boolean
  view: View
  launch?: BegunLaunch
}

/** An exchange in progress. */
export interface BegunLaunch {
  token: string
  redirect: string
  /** The key that the page minted for this token. */
  key: string
  limit: AbortController
  answer: Promise<ExchangeAnswer>
}

export interface ExchangeAnswer {
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

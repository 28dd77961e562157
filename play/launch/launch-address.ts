import type { View } from '../bridge/bridge.ts'

/** What the first script of `index.html` took from the address, which no longer shows it. */
export interface LaunchAddress {
  /** Of a link, even of one whose token was taken before a reload. */
  isLaunch: boolean
  token: string | null
  redirect: string | null
  view: View
}

/** Reads it once, and leaves no copy of the token on the page. */
export function takeLaunchAddress(page: { launchAddress?: LaunchAddress }): LaunchAddress {
  const address = page.launchAddress ?? {
    isLaunch: false,
    token: null,
    redirect: null,
    view: { embed: false, closable: false },
  }
  delete page.launchAddress
  return address
}

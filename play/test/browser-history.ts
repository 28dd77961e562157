import { type RouterWindow, startRouter } from '../router.ts'

/** Starts the router on a browser's history, as far as it uses one. With `later`, it goes back only when `settle` is called. */
export function openPage(address: string, state: unknown = null, { later = false } = {}) {
  const entries = [{ address, state }]
  let at = 0
  let onPopState = () => {}
  let settle = () => {}
  const page: RouterWindow & { addresses: () => string[]; settle: () => void } = {
    get location() {
      const { pathname, search } = new URL(entries[at]?.address ?? '/', 'http://play.test')
      return { pathname, search }
    },
    history: {
      scrollRestoration: 'auto',
      get state() {
        return entries[at]?.state
      },
      pushState(state, _, address) {
        at += 1
        entries.splice(at, entries.length, { address: String(address), state })
      },
      replaceState(state, _, address) {
        entries[at] = { address: String(address), state }
      },
      back: () => page.history.go(-1),
      go(by = 0) {
        settle = () => {
          settle = () => {}
          at += by
          onPopState()
        }
        if (!later) settle()
      },
    },
    document: { activeElement: null },
    scrollY: 0,
    addEventListener: (_, listener) => {
      onPopState = listener
    },
    addresses: () => entries.map((entry) => entry.address),
    settle: () => settle(),
  }
  startRouter(page)
  return page
}

import { matchScreen, type Screen, screenPath } from '@estante/contract/screens.ts'
import { computed, signal } from '@preact/signals'

/** What the router needs of the page it runs in. */
export interface RouterWindow {
  location: { pathname: string; search: string }
  history: Pick<History, 'pushState' | 'replaceState' | 'back' | 'state'> & { scrollRestoration: ScrollRestoration }
  scrollY: number
  addEventListener(type: 'popstate', listener: () => void): void
}

/** Rides on every history entry; `view` (see `launch/launch-address.ts`) is carried from one entry to the next. */
interface EntryState {
  index?: number
  view?: unknown
  /** Something lies over the screen of the entry below, which Back closes. */
  isOver?: boolean
}

const address = signal({ path: '/', query: '' })

/** The screen the address leads to; an address that is none of ours is home. */
export const screen = computed<Screen>(() => matchScreen(address.value.path) ?? { name: 'home' })

/** The query of the address, without its question mark. */
export const query = computed(() => address.value.query)

/** Which list of names, or which name's titles, the address is about: another one is another screen. */
export const listing = computed(() => {
  const parameters = new URLSearchParams(address.value.query)
  return LISTINGS.map((name) => parameters.get(name)).join()
})
const LISTINGS = ['lista', 'autor', 'narrador', 'assunto', 'serie']

/** Where the new screen should be scrolled to: the top, or where the member left it when going back. */
export const scrollTarget = signal(0)

const scrollOf = new Map<number, number>()
let page: RouterWindow
let index = 0
/** What lies over the screen, the uppermost last, and how to close it. */
const over: { index: number; close: () => void }[] = []

export function startRouter(window: RouterWindow) {
  page = window
  page.history.scrollRestoration = 'manual'
  index = entryState().index ?? 0
  page.addEventListener('popstate', () => {
    // The page has not been scrolled yet: this is still where the entry being left was.
    scrollOf.set(index, page.scrollY)
    index = entryState().index ?? 0
    if (isOverNothing()) return page.history.back()
    const closed = over.filter((one) => one.index > index)
    over.length -= closed.length
    for (const { close } of closed.reverse()) close()
    // The screen under a sheet did not change.
    if (closed.length > 0 && page.location.pathname === address.peek().path) return
    scrollTarget.value = scrollOf.get(index) ?? 0
    readAddress()
  })
  readAddress()
  if (isOverNothing()) page.history.back()
}

/** What lay over the screen of this entry is not there: the page was loaded anew, or one went forward to it. */
function isOverNothing() {
  return entryState().isOver === true && !over.some((one) => one.index === index)
}

/** Goes to a screen of ours. `path` may carry a query; one that is no known route goes home. */
export function navigate(path: string, { replace = false } = {}) {
  const known = matchScreen(path) ? path : '/'
  const { view } = entryState()
  // What lies over the screen goes with it, and its entry becomes the new screen's.
  const isFromOver = over.length > 0
  if (isFromOver) over.length = 0
  if (replace || isFromOver) {
    page.history.replaceState({ index, view }, '', known)
  } else {
    scrollOf.set(index, page.scrollY)
    index += 1
    page.history.pushState({ index, view }, '', known)
  }
  scrollTarget.value = 0
  readAddress()
}

/**
 * Notes that something lies over the screen: Back calls `close` and stays on the screen. Returns what to call when it is
 * closed by other means.
 */
export function putOver(close: () => void): () => void {
  const { view } = entryState()
  const { pathname, search } = page.location
  index += 1
  const one = { index, close }
  over.push(one)
  page.history.pushState({ index, view, isOver: true }, '', pathname + search)
  return () => {
    if (!over.includes(one)) return
    over.splice(over.indexOf(one), 1)
    page.history.back()
  }
}

/** Back to where the member came from within the app, or to `fallback` when the app was opened here. */
export function goBack(fallback: Screen = { name: 'home' }) {
  if (index > 0) page.history.back()
  else navigate(screenPath(fallback), { replace: true })
}

function entryState(): EntryState {
  return page.history.state ?? {}
}

function readAddress() {
  const { pathname, search } = page.location
  address.value = { path: pathname, query: search.slice(1) }
}

import { matchScreen, type Screen, screenPath } from '@estante/contract/screens.ts'
import { computed, signal } from '@preact/signals'

/** The parts of the page that the router needs. */
export interface RouterWindow {
  location: { pathname: string; search: string }
  history: Pick<History, 'pushState' | 'replaceState' | 'back' | 'state'> & { scrollRestoration: ScrollRestoration }
  scrollY: number
  addEventListener(type: 'popstate', listener: () => void): void
}

/** The state of a history entry; `view` (see `launch/launch-address.ts`) is copied from one to the next. */
interface EntryState {
  index?: number
  view?: unknown
  /** Whether it is an overlay over the previous entry's screen, which Back closes. */
  isOver?: boolean
}

const address = signal({ path: '/', query: '' })

/** The screen of the address; home for an unknown one. */
export const screen = computed<Screen>(() => matchScreen(address.value.path) ?? { name: 'home' })

/** The query of the address, without its question mark. */
export const query = computed(() => address.value.query)

/** The facet or list of facets in the address: another one is another screen. */
export const listing = computed(() => {
  const parameters = new URLSearchParams(address.value.query)
  return LISTINGS.map((name) => parameters.get(name)).join()
})
const LISTINGS = ['lista', 'autor', 'narrador', 'assunto', 'serie']

/** The scroll position of the new screen: the top, or where the member left it when going back. */
export const scrollTarget = signal(0)

const scrollOf = new Map<number, number>()
let page: RouterWindow
let index = 0
/** The open overlays, the uppermost last, with their close functions. */
const over: { index: number; close: () => void }[] = []

export function startRouter(window: RouterWindow) {
  page = window
  page.history.scrollRestoration = 'manual'
  index = entryState().index ?? 0
  page.addEventListener('popstate', () => {
    // Not scrolled yet: still the position in the previous entry.
    scrollOf.set(index, page.scrollY)
    index = entryState().index ?? 0
    if (isOverNothing()) return page.history.back()
    const closed = over.filter((one) => one.index > index)
    over.length -= closed.length
    for (const { close } of closed.reverse()) close()
    // The screen under an overlay did not change.
    if (closed.length > 0 && page.location.pathname === address.peek().path) return
    scrollTarget.value = scrollOf.get(index) ?? 0
    readAddress()
  })
  readAddress()
  if (isOverNothing()) page.history.back()
}

/** The overlay of this entry is gone: the page was reloaded, or the member went forward to it. */
function isOverNothing() {
  return entryState().isOver === true && !over.some((one) => one.index === index)
}

/** Navigates to a path, which may have a query; home for an unknown one. */
export function navigate(path: string, { replace = false } = {}) {
  const known = matchScreen(path) ? path : '/'
  const { view } = entryState()
  // Closes overlays, whose entry becomes the new screen's.
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
 * Adds an entry for an overlay: Back calls `close` and stays on the screen. Returns a function for closing it by other
 * means.
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

/** Goes back within the app, or to `fallback` when the app was opened here. */
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

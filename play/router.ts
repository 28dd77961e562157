import { matchScreen, type Screen, screenPath } from '@estante/contract/screens.ts'
import { computed, signal } from '@preact/signals'

export interface RouterWindow {
  document: { activeElement: { getAttribute(name: 'href'): string | null } | null }
  location: { pathname: string; search: string }
  history: Pick<History, 'pushState' | 'replaceState' | 'back' | 'go' | 'state'> & {
    scrollRestoration: ScrollRestoration
  }
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

/** The address of the link by which the member had left the new screen, when going back to it. */
export let leftBy: string | null | undefined

const scrollOf = new Map<number, { top: number; link: string | null | undefined }>()
let page: RouterWindow
let index = 0
interface Overlay {
  /** The index of its entry; undefined until it has one. */
  index?: number
  close: () => void
}

/** The open overlays, the uppermost last. */
const over: Overlay[] = []
/** Set while a closed overlay's entry is being left: an entry added now would be left in its place. */
let leaving: ReturnType<typeof setTimeout> | undefined
/** The longest wait for the browser to go back. */
const LEAVING_MS = 1000
/** Set when an entry was added or changed without waiting longer: a step back that comes now is undone. */
let late: ReturnType<typeof setTimeout> | undefined
/** A step back that comes even later is the member's. */
const LATE_MS = 3000
const afterLeaving: (() => void)[] = []

export function startRouter(window: RouterWindow) {
  page = window
  page.history.scrollRestoration = 'manual'
  index = entryState().index ?? 0
  page.addEventListener('popstate', () => {
    // Not scrolled yet: still the position in the previous entry.
    leaveEntry()
    const entered = entryState().index ?? 0
    const isLateStep = late !== undefined && entered < index
    clearTimeout(late)
    late = undefined
    if (isLateStep) return page.history.go(index - entered)
    index = entered
    if (isOverNothing()) return page.history.back()
    const closed = over.filter((one) => one.index !== undefined && one.index > index)
    const wasOver = leaving !== undefined || closed.length > 0
    for (const one of closed.reverse()) {
      over.splice(over.indexOf(one), 1)
      one.close()
    }
    // The screen under an overlay did not change.
    if (!wasOver || page.location.pathname !== address.peek().path) {
      scrollTarget.value = scrollOf.get(index)?.top ?? 0
      leftBy = scrollOf.get(index)?.link
      readAddress()
    }
    left()
  })
  readAddress()
  if (isOverNothing()) page.history.back()
}

/** The overlay of this entry is gone: the page was reloaded, or the member went forward to it. */
function isOverNothing() {
  return entryState().isOver === true && !over.some((one) => one.index === index)
}

/**
 * Navigates to a path, which may have a query; home for an unknown one. The address of the page that is shown adds no
 * entry. `replace`: takes the place of the screen, also of one under overlays. `later`: the address changes at once, and
 * the screen in the next task, since Chromium handles a tap in the task that draws the next frame, and would style and
 * lay the screen out in that task, too.
 */
export function navigate(path: string, { replace = false, later = false } = {}) {
  if (replace) leaveEntries(over.splice(0).filter((one) => one.index !== undefined).length)
  onceLeft(() => {
    go(path, replace)
    if (later) setTimeout(readAddress)
    else readAddress()
  })
}

function go(path: string, replace: boolean) {
  const known = matchScreen(path) ? path : '/'
  const { pathname, search } = page.location
  const { view } = entryState()
  // Closes overlays: the new screen replaces their history entry.
  const isFromOver = over.splice(0).length > 0
  if (replace || isFromOver || known === pathname + search) {
    page.history.replaceState({ index, view }, '', known)
  } else {
    leaveEntry()
    index += 1
    page.history.pushState({ index, view }, '', known)
  }
  scrollTarget.value = 0
  leftBy = undefined
}

function leaveEntry() {
  scrollOf.set(index, { top: page.scrollY, link: page.document.activeElement?.getAttribute('href') })
}

/**
 * Adds an entry for an overlay: Back calls `close` and stays on the screen. Returns a function for closing it by other
 * means.
 */
export function putOver(close: () => void): () => void {
  const one: Overlay = { close }
  over.push(one)
  onceLeft(() => {
    if (!over.includes(one)) return
    const { view } = entryState()
    const { pathname, search } = page.location
    index += 1
    one.index = index
    page.history.pushState({ index, view, isOver: true }, '', pathname + search)
  })
  return () => {
    if (!over.includes(one)) return
    over.splice(over.indexOf(one), 1)
    if (one.index !== undefined) leaveEntries(1)
  }
}

/** Leaves the entries of closed overlays. */
function leaveEntries(count: number) {
  if (count === 0) return
  leaving ??= setTimeout(() => {
    if (afterLeaving.length > 0) expectLateStep()
    left()
  }, LEAVING_MS)
  page.history.go(-count)
}

function expectLateStep() {
  clearTimeout(late)
  late = setTimeout(() => {
    late = undefined
  }, LATE_MS)
}

/** Runs something that adds or changes an entry: at once, or when the entry of a closed overlay has been left. */
function onceLeft(run: () => void) {
  if (leaving === undefined) run()
  else afterLeaving.push(run)
}

function left() {
  clearTimeout(leaving)
  leaving = undefined
  for (const run of afterLeaving.splice(0)) run()
}

/** Goes back within the app, or to `fallback` when the app was opened here. */
export function goBack(fallback: Screen = { name: 'home' }) {
  // Waits for a pending step back: the browser may merge two steps into one.
  onceLeft(() => {
    if (index > 0) page.history.back()
    else navigate(screenPath(fallback), { replace: true })
  })
}

function entryState(): EntryState {
  return page.history.state ?? {}
}

function readAddress() {
  const { pathname, search } = page.location
  address.value = { path: pathname, query: search.slice(1) }
}

import type { Environment } from '@estante/contract/panel/credentials.ts'
import { computed, signal } from '@preact/signals'

/** The screens of somebody signed in, by the last part of their address. */
export const placePaths = {
  integrations: 'integracoes',
  team: 'equipe',
  account: 'conta',
} as const
export type Place = keyof typeof placePaths

/** The screens anyone may open. */
const entryPaths = {
  'sign-in': 'entrar',
  invitation: 'convite',
  forgotten: 'esqueci-a-senha',
  'new-password': 'nova-senha',
} as const
export type Entry = keyof typeof entryPaths

export const ROOT = '/painel'
const SANDBOX = 'ambiente=sandbox'

const address = signal({ path: ROOT, query: '' })

/** The screen of the address; undefined at the root, and where there is nothing of ours. */
export const screen = computed<Place | Entry | undefined>(() => matchScreen(address.value.path))

/** Which of the two the screens show: it is in the address, so that a link carries it. */
export const environment = computed<Environment>(() =>
  new URLSearchParams(address.value.query).get('ambiente') === 'sandbox' ? 'sandbox' : 'production',
)

export function matchScreen(path: string): Place | Entry | undefined {
  const name = path.replace(/\/$/, '').slice(ROOT.length + 1)
  const all = { ...placePaths, ...entryPaths }
  return (Object.keys(all) as (Place | Entry)[]).find((one) => path.startsWith(`${ROOT}/`) && all[one] === name)
}

export function isEntry(screen: Place | Entry | undefined): screen is Entry {
  return screen !== undefined && screen in entryPaths
}

export function placePath(place: Place, environment: Environment): string {
  return `${ROOT}/${placePaths[place]}${environment === 'sandbox' ? `?${SANDBOX}` : ''}`
}

export function entryPath(entry: Entry): string {
  return `${ROOT}/${entryPaths[entry]}`
}

export function navigate(path: string, { replace = false } = {}) {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  if (!replace) scrollTo(0, 0)
  readAddress()
}

/** Follows the address, and turns presses on links of the panel into steps within the page. */
export function startRouter() {
  addEventListener('popstate', readAddress)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || isOther || link.target || link.hasAttribute('download')) return
    if (link.origin !== location.origin || matchScreen(link.pathname) === undefined) return
    event.preventDefault()
    navigate(link.pathname + link.search)
  })
  readAddress()
}

/** What the fragment of an invitation or reset link held: out of the address bar at once, and kept only in memory. */
export function takeLinkToken(): string | undefined {
  const token = location.hash.slice(1)
  if (!token || !isEntry(matchScreen(location.pathname))) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

function readAddress() {
  address.value = { path: location.pathname, query: location.search.slice(1) }
}

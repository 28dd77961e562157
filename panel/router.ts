import type { Environment } from '@estante/contract/panel/credentials.ts'
import { computed, signal } from '@preact/signals'

/** The screens of somebody signed in, by the last part of their address. */
const sectionPaths = {
  firstSteps: 'primeiros-passos',
  integrations: 'integracoes',
  log: 'registro',
  members: 'membros',
  usage: 'uso',
  catalog: 'acervo',
  imports: 'importacoes',
  appearance: 'aparencia',
  partners: 'parceiros',
  health: 'saude',
  privacy: 'privacidade',
  team: 'equipe',
  audit: 'auditoria',
  account: 'conta',
} as const
export type Section = keyof typeof sectionPaths

/** The screens anyone may open. */
const entryPaths = {
  'sign-in': 'entrar',
  invitation: 'convite',
  forgotten: 'esqueci-a-senha',
  'new-password': 'nova-senha',
} as const
export type Entry = keyof typeof entryPaths

export const ROOT = '/painel'

const address = signal({ path: ROOT, query: '' })

/** The screen of the address; undefined at the root, and where there is nothing of ours. */
export const screen = computed<Section | Entry | undefined>(() => matchScreen(address.value.path))

/** What follows the screen in the address: which month, which member. */
export const pathParts = computed<readonly string[]>(() => readPathParts(address.value.path))

/** Which of the two the screens show: it is in the address, so that a link carries it. */
export const environment = computed<Environment>(() => (parameter('ambiente') === 'sandbox' ? 'sandbox' : 'production'))

/** The environment that was last chosen: on the switch, or with a screen that is not of one environment by nature. */
export const chosenEnvironment = signal<Environment>('production')

export function chooseEnvironment(chosen: Environment) {
  chosenEnvironment.value = chosen
}

/** What the address says after the `?`: filters, so that a link carries them. */
export function parameter(name: string): string | undefined {
  return new URLSearchParams(address.value.query).get(name) ?? undefined
}

export function matchScreen(path: string): Section | Entry | undefined {
  if (!path.startsWith(`${ROOT}/`)) return undefined
  const [name, ...rest] = path
    .replace(/\/$/, '')
    .slice(ROOT.length + 1)
    .split('/')
  const section = (Object.keys(sectionPaths) as Section[]).find((one) => sectionPaths[one] === name)
  if (section || rest.length > 0) return section
  return (Object.keys(entryPaths) as Entry[]).find((one) => entryPaths[one] === name)
}

/** The decoded parts of an address after its screen. One that cannot be decoded names nothing: it is as it was typed. */
export function readPathParts(path: string): readonly string[] {
  const [, , , ...rest] = path.replace(/\/$/, '').split('/')
  return rest.map((segment) => {
    try {
      return decodeURIComponent(segment)
    } catch {
      return segment
    }
  })
}

export function isEntry(screen: Section | Entry | undefined): screen is Entry {
  return screen !== undefined && screen in entryPaths
}

/** The address of a section, of something in it by `pathParts`, filtered by `query`; what is undefined there is left out. */
export function sectionPath(
  section: Section,
  environment: Environment,
  { pathParts = [], query = {} }: { pathParts?: readonly string[]; query?: Record<string, string | undefined> } = {},
): string {
  const parameters = new URLSearchParams(environment === 'sandbox' ? { ambiente: 'sandbox' } : {})
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, value)
  }
  const path = [ROOT, sectionPaths[section], ...pathParts.map(encodeURIComponent)].join('/')
  const search = parameters.toString()
  return search === '' ? path : `${path}?${search}`
}

export function entryPath(entry: Entry): string {
  return `${ROOT}/${entryPaths[entry]}`
}

/** Which page of a list is shown: one of another filter is another. */
const PAGE = 'pagina'

/** Asked before another screen is shown; `go` shows it. */
type AskToLeave = (go: () => void) => void

let guards: readonly AskToLeave[] = []

/** Has `ask` say whether the screen may be left, while something would be lost with it. Returns how to end that. */
export function guardLeaving(ask: AskToLeave): () => void {
  guards = [...guards, ask]
  return () => {
    guards = guards.filter((one) => one !== ask)
  }
}

/** Does what leaves the screen, once whoever would lose something with it agreed: one answer is for all that is on it. */
export function whenFreeToLeave(go: () => void) {
  const ask = guards.at(-1)
  if (ask) ask(go)
  else go()
}

/**
 * `isAgreed`: whoever would lose something with the screen was asked. `isInPlace`: the screen stays where it was scrolled
 * to, for it shows the same in another way.
 */
export function navigate(path: string, { replace = false, isAgreed = false, isInPlace = false } = {}) {
  // The rest of the address changes what a screen shows, and leaves what is written on it.
  const isLeaving = !replace && new URL(path, location.href).pathname !== address.peek().path
  if (isLeaving && !isAgreed && guards.length > 0) {
    return whenFreeToLeave(() => navigate(path, { isAgreed: true }))
  }
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  if (!replace && !isInPlace) scrollTo(0, 0)
  readAddress()
}

/** Filters what a screen shows. A choice is a step that the way back undoes; letters of what is `typed` are not. */
export function refine(path: string, typed: readonly string[] = []) {
  const isTyped = isTypedStep(address.peek().query, path.split('?')[1] ?? '', typed)
  navigate(path, { replace: isTyped, isInPlace: true })
}

/** Whether two queries differ in nothing but parameters that are typed, and the page that goes with them. */
export function isTypedStep(before: string, after: string, typed: readonly string[]): boolean {
  const [one, other] = [new URLSearchParams(before), new URLSearchParams(after)]
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names].every((name) => one.get(name) === other.get(name) || name === PAGE || typed.includes(name))
}

/** Shows something over a screen: the way back closes it. */
export function openOver(path: string) {
  if (path === location.pathname + location.search) return
  history.pushState({ isOver: true }, '', path)
  readAddress()
}

/** Closes what was shown over a screen, which is at `path`: as the way back does, where that leads there. */
export function closeOver(path: string) {
  if (history.state?.isOver) history.back()
  else navigate(path, { replace: true })
}

/** Follows the address, and turns presses on links of the panel into steps within the page. */
export function startRouter() {
  addEventListener('popstate', followHistory)
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

function followHistory() {
  const wanted = location.pathname + location.search
  const { path, query } = address.value
  if (guards.length === 0 || path === location.pathname) return readAddress()
  // The browser is there already: it comes back until the question is answered.
  history.pushState(null, '', path + (query && `?${query}`))
  navigate(wanted)
}

function readAddress() {
  address.value = { path: location.pathname, query: location.search.slice(1) }
  if (screen.value !== undefined && screen.value !== 'firstSteps') chooseEnvironment(environment.value)
}

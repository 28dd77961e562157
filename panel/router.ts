import type { Environment } from '@estante/contract/panel/credentials.ts'
import { computed, signal } from '@preact/signals'

/** The screens of a signed-in admin, by their path. */
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

/** The public screens. */
const publicPaths = {
  'sign-in': 'entrar',
  invitation: 'convite',
  forgotten: 'esqueci-a-senha',
  'new-password': 'nova-senha',
} as const
export type PublicScreen = keyof typeof publicPaths

export const ROOT = '/painel'

const address = signal({ path: ROOT, query: '' })

/** The screen of the address; undefined at the root and for an unknown one. */
export const screen = computed<Section | PublicScreen | undefined>(() => matchScreen(address.value.path))

/** The rest of the path: which month, which member. */
export const pathParts = computed<readonly string[]>(() => readPathParts(address.value.path))

/** The environment of the screens, in the address so that it can be linked to. */
export const environment = computed<Environment>(() => (parameter('ambiente') === 'sandbox' ? 'sandbox' : 'production'))

/** The last chosen environment: by the switch, or by a screen with one. */
export const chosenEnvironment = signal<Environment>('production')

export function chooseEnvironment(chosen: Environment) {
  chosenEnvironment.value = chosen
}

/** Reads a parameter of the query: filters are there, so that they can be linked to. */
export function parameter(name: string): string | undefined {
  return new URLSearchParams(address.value.query).get(name) ?? undefined
}

export function matchScreen(path: string): Section | PublicScreen | undefined {
  if (!path.startsWith(`${ROOT}/`)) return undefined
  const [name, ...rest] = path
    .replace(/\/$/, '')
    .slice(ROOT.length + 1)
    .split('/')
  const section = (Object.keys(sectionPaths) as Section[]).find((one) => sectionPaths[one] === name)
  if (section || rest.length > 0) return section
  return (Object.keys(publicPaths) as PublicScreen[]).find((one) => publicPaths[one] === name)
}

/** Decodes the rest of the path. Parts that cannot be decoded stay as they are. */
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

export function isPublic(screen: Section | PublicScreen | undefined): screen is PublicScreen {
  return screen !== undefined && screen in publicPaths
}

interface PathOptions {
  pathParts?: readonly string[]
  query?: Record<string, string | undefined>
  /** By default the environment of the screen. */
  environment?: Environment
}

/** Builds the address of a section, an item in it and its filters; leaves out undefined ones. */
export function sectionPath(
  section: Section,
  { pathParts = [], query = {}, environment: wanted = environment.value }: PathOptions = {},
): string {
  const parameters = new URLSearchParams(wanted === 'sandbox' ? { ambiente: 'sandbox' } : {})
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, value)
  }
  const path = [ROOT, sectionPaths[section], ...pathParts.map(encodeURIComponent)].join('/')
  const search = parameters.toString()
  return search === '' ? path : `${path}?${search}`
}

export function publicPath(screen: PublicScreen): string {
  return `${ROOT}/${publicPaths[screen]}`
}

/** Identifies a list's page: it changes with the filters. */
const PAGE = 'pagina'

/** Called before another screen is shown; `go` continues. */
type AskToLeave = (go: () => void) => void

let guards: readonly AskToLeave[] = []

/**
 * Registers `ask` to confirm leaving the screen, while there is unsaved input. Returns a function that unregisters it.
 */
export function guardLeaving(ask: AskToLeave): () => void {
  guards = [...guards, ask]
  return () => {
    guards = guards.filter((one) => one !== ask)
  }
}

/** Leaves the screen once unsaved input was confirmed to be lost. */
export function whenFreeToLeave(go: () => void) {
  const ask = guards.at(-1)
  if (ask) ask(go)
  else go()
}

/**
 * Goes to a path. `isAgreed`: losing unsaved input was confirmed. `isInPlace`: keeps the scroll position, since the
 * screen stays the same.
 */
export function navigate(path: string, { replace = false, isAgreed = false, isInPlace = false } = {}) {
  // Other parameters filter a screen, and keep unsaved input.
  const isLeaving = !replace && new URL(path, location.href).pathname !== address.peek().path
  if (isLeaving && !isAgreed && guards.length > 0) {
    return whenFreeToLeave(() => navigate(path, { isAgreed: true }))
  }
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  if (!replace && !isInPlace) scrollTo(0, 0)
  readAddress()
}

/** Sets the filters of a screen, with a history entry, except for letters that are `typed`. */
export function refine(path: string, typed: readonly string[] = []) {
  const isTyped = isTypedStep(address.peek().query, path.split('?')[1] ?? '', typed)
  navigate(path, { replace: isTyped, isInPlace: true })
}

/** Whether two queries differ only in typed parameters and the page. */
export function isTypedStep(before: string, after: string, typed: readonly string[]): boolean {
  const [one, other] = [new URLSearchParams(before), new URLSearchParams(after)]
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names].every((name) => one.get(name) === other.get(name) || name === PAGE || typed.includes(name))
}

/** Opens an overlay, which Back closes. */
export function openOver(path: string) {
  if (path === location.pathname + location.search) return
  history.pushState({ isOver: true }, '', path)
  readAddress()
}

/** Closes an overlay over the screen at `path`: goes back if that leads there. */
export function closeOver(path: string) {
  if (history.state?.isOver) history.back()
  else navigate(path, { replace: true })
}

/** Follows the address, and handles clicks on the panel's links. */
export function startRouter() {
  addEventListener('popstate', followHistory)
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || isOther || link.target || link.hasAttribute('download')) return
    if (link.origin !== location.origin || matchScreen(link.pathname) === undefined) return
    event.preventDefault()
    navigate(link.pathname + link.search)
  })
  readAddress()
}

/** Takes the token from the fragment of an invitation or reset link: removes it from the address bar at once. */
export function takeLinkToken(): string | undefined {
  const token = location.hash.slice(1)
  if (!token || !isPublic(matchScreen(location.pathname))) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

function followHistory() {
  const wanted = location.pathname + location.search
  const { path, query } = address.value
  if (guards.length === 0 || path === location.pathname) return readAddress()
  // The browser has navigated already: return until the question is answered.
  history.pushState(null, '', path + (query && `?${query}`))
  navigate(wanted)
}

function readAddress() {
  address.value = { path: location.pathname, query: location.search.slice(1) }
  if (screen.value !== undefined && screen.value !== 'firstSteps') chooseEnvironment(environment.value)
}

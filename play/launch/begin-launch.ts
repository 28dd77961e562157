import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import type { BegunLaunch, LaunchAddress } from './launch-address.ts'

/*
 * The first script of the page, which `vite.config.ts` writes into it: it imports nothing but types. What a slow line needs
 * most time for begins here, while the application is on its way.
 */

interface LaunchPage {
  location: Pick<Location, 'pathname' | 'search'>
  history: Pick<History, 'state' | 'replaceState'>
  /** Naming it throws where it is blocked. */
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
  document: { documentElement: Pick<HTMLElement, 'hasAttribute'> }
  launchAddress?: LaunchAddress
}

/** The launch token leaves the address bar before anything else loads, and is exchanged. */
export function beginLaunch(page: LaunchPage, origin: string): LaunchAddress {
  const query = new URLSearchParams(page.location.search)
  const isLaunch = page.location.pathname === '/launch'
  const token = isLaunch ? query.get('token') : null
  const redirect = isLaunch ? query.get('redirect') : null
  let view = { embed: query.get('embed') === '1', closable: query.get('closable') === '1' }
  const kept = page.history.state?.view ?? {}
  if (!token) view = { embed: view.embed || !!kept.embed, closable: view.closable || !!kept.closable }
  query.delete('token')
  query.delete('redirect')
  const rest = query.toString()
  page.history.replaceState({ ...page.history.state, view }, '', page.location.pathname + (rest && `?${rest}`))
  // An engine older than the baseline uses no link up: `older-engines.js` marks it.
  const isSupported = !page.document.documentElement.hasAttribute('data-unsupported')
  const address = {
    isLaunch,
    view,
    ...(token && isSupported && { launch: exchange(page, origin, token, redirect ?? '/') }),
  }
  page.launchAddress = address
  return address
}

function exchange(page: LaunchPage, origin: string, token: string, redirect: string): BegunLaunch {
  const key = keepKey(page, token, redirect)
  const limit = new AbortController()
  const answer = fetch(`${origin}/play/v1/launch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, key }),
    signal: limit.signal,
  })
  // Whoever awaits it hears of it.
  answer.catch(() => {})
  const path = firstQuestion(redirect)
  const launch = { token, redirect, key, limit, answer }
  if (path === undefined) return launch
  const first = answer.then(async (response): Promise<Response> => {
    const { tokens } = (await response.clone().json()) as LaunchAnswer
    return fetch(origin + path, { headers: { Authorization: `Bearer ${tokens.accessToken}` }, signal: limit.signal })
  })
  first.catch(() => {})
  return { ...launch, first: { path, answer: first } }
}

/** What the screen that opens will ask for. */
function firstQuestion(redirect: string): string | undefined {
  const [, id] = /^\/(?:player|leitor)\/([\w-]{1,64})$/.exec(redirect) ?? []
  if (id) return `/play/v1/publications/${id}?with=manifest`
  return redirect === '/' ? '/play/v1/home' : undefined
}

/** A launch whose answer is lost, or whose page never comes, is asked for again with the same key (`launch.ts`). */
function keepKey(page: LaunchPage, token: string, redirect: string): string {
  const minted = mintKey()
  try {
    const pending = JSON.parse(page.sessionStorage.getItem('estante.launch') ?? 'null')
    const key = pending?.token === token ? pending.key : minted
    page.sessionStorage.setItem('estante.launch', JSON.stringify({ token, key, redirect }))
    return key
  } catch {
    return minted
  }
}

/** 192 random bits, base64url. An insecure origin has `getRandomValues`, but neither `subtle` nor `randomUUID`. */
function mintKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/**
 * Files of the screen that opens come along with the application, not after it. The script that `vite.config.ts` writes calls it.
 * @public
 */
export function preloadScreen(document: Document, { launch }: LaunchAddress, files: Record<string, string[]>): void {
  const [, name = ''] = /^\/(player|leitor)\//.exec(launch?.redirect ?? '') ?? []
  for (const file of files[name] ?? []) {
    const link = document.createElement('link')
    // Safari before 17 and Firefox before 115 know no `modulepreload`, and fetch the module when it is imported.
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
    else link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.nonce = document.currentScript?.nonce ?? ''
    link.href = file
    document.head.append(link)
  }
}

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
  document: Document
  launchAddress?: LaunchAddress
}

/** The launch token leaves the address bar before anything else loads, and is exchanged. */
export function beginLaunch(page: LaunchPage, origin: string): LaunchAddress {
  const query = new URLSearchParams(page.location.search)
  const isLaunch = page.location.pathname === '/launch'
  const token = isLaunch ? query.get('token') : null
  const redirect = isLaunch ? query.get('redirect') : null
  let view = { embed: query.get('embed') === '1', closable: query.get('closable') === '1' }
  const saved = page.history.state?.view ?? {}
  if (!token) view = { embed: view.embed || !!saved.embed, closable: view.closable || !!saved.closable }
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
    body: JSON.stringify({ token, key, opens: redirect }),
    signal: limit.signal,
  }).then(async (response) => ({
    status: response.status,
    ...(response.ok && { body: (await response.json()) as LaunchAnswer }),
  }))
  answer.then(({ body }) => body && openChapter(page, body)).catch(() => {})
  return { token, redirect, key, limit, answer }
}

/**
 * The chapter that the reader shows first is on its way before the reader is: in a frame that the reader takes over, where a
 * frame can be moved without being loaded anew.
 */
function openChapter({ document }: LaunchPage, { publication }: LaunchAnswer): void {
  // Chromium before 133, Firefox before 144 and Safari have no `moveBefore`: there the reader asks for the chapter.
  if (publication?.type !== 'ebook' || !publication.manifest || !('moveBefore' in Element.prototype)) return
  const { media, manifest, progress } = publication
  const href = progress?.locator.href ?? manifest.readingOrder[0]?.href
  if (href === undefined) return
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  // Without a box until the reader gives it one: it would be laid out twice.
  frame.style.display = 'none'
  frame.inert = true
  frame.dataset.firstChapter = 'loading'
  frame.onload = () => {
    frame.dataset.firstChapter = 'loaded'
  }
  frame.src = new URL(href, new URL(media.manifestUrl, document.baseURI)).href
  document.body.append(frame)
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

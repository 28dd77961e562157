import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import type { BegunLaunch, LaunchAddress, PendingLaunch } from './launch-address.ts'

/*
 * The first script of the page, which `vite.config.ts` inlines: it imports only types. Starts the requests that take
 * longest on a slow connection while the application is loading.
 */

interface LaunchPage {
  location: Pick<Location, 'pathname' | 'search'>
  history: Pick<History, 'state' | 'replaceState'>
  /** Accessing it throws where storage is blocked. */
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
  document: Document
  launchAddress?: LaunchAddress
}

/**
 * Removes the launch token from the address bar before anything else loads, and exchanges it. `typeface`: the font
 * files of the reader's default typeface for text and for headings.
 */
export function beginLaunch(page: LaunchPage, origin: string, typeface: string[] = []): LaunchAddress {
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
  // In an engine older than the baseline no link is consumed: `older-engines.js` marks it.
  const isSupported = !page.document.documentElement.hasAttribute('data-unsupported')
  const address = {
    isLaunch,
    view,
    ...(token && isSupported && { launch: nextTask().then(() => exchange(page, origin, token, redirect ?? '/')) }),
  }
  page.launchAddress = address
  if (isSupported && (redirect ?? page.location.pathname).startsWith('/leitor/')) preload(page.document, typeface)
  return address
}

/**
 * Resolves in a new task: the engine reads the rest of the page, with its styles, in this one, and the first access to
 * storage waits for the browser's process.
 */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function exchange(page: LaunchPage, origin: string, token: string, redirect: string): BegunLaunch {
  const begun = beginExchange(origin, { token, key: storeLaunch(page, token, redirect), redirect })
  begun.answer.then(({ body }) => body && openChapter(page, body)).catch(() => {})
  return begun
}

/** Exchanges a launch token. `launch.ts` repeats it with the same key. */
export function beginExchange(origin: string, launch: PendingLaunch): BegunLaunch {
  const { token, key, redirect } = launch
  const limit = new AbortController()
  const answer = fetch(`${origin}/play/v1/launch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, key, opens: redirect }),
    signal: limit.signal,
  }).then(async (response) => ({
    // The page of a proxy is no refusal.
    status: response.headers.get('Content-Type')?.startsWith('text/html') ? 0 : response.status,
    ...(response.ok && { body: (await response.json()) as LaunchAnswer }),
  }))
  return { ...launch, limit, answer }
}

/**
 * Starts to load the first chapter before the reader is there, in a frame that the reader takes over, where a frame can
 * be moved without being reloaded.
 */
function openChapter({ document }: LaunchPage, { publication }: LaunchAnswer): void {
  // Chromium before 133, Firefox before 144 and Safari have no `moveBefore`: there the reader loads the chapter.
  if (publication?.type !== 'ebook' || !publication.manifest || !('moveBefore' in Element.prototype)) return
  const { media, manifest, place } = publication
  const href = place?.locator.href ?? manifest.readingOrder[0]?.href
  if (href === undefined) return
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  // Hidden until the reader shows it: it would be laid out twice.
  frame.style.display = 'none'
  frame.inert = true
  frame.dataset.firstChapter = 'loading'
  frame.onload = () => {
    frame.dataset.firstChapter = 'loaded'
  }
  frame.src = new URL(href, new URL(media.manifestUrl, document.baseURI)).href
  document.body.append(frame)
}

/**
 * Preloads files that the reader waits for before its first layout, once the application has come, while the rest of the
 * reader still fills the line: requested earlier, they would delay the scripts, which have to be compiled as well.
 */
function preload(document: Document, files: string[]): void {
  const arrivals = new PerformanceObserver((arrived) => {
    if (!arrived.getEntries().some(({ name }) => /\/application-[^/]+\.js$/.test(name))) return
    arrivals.disconnect()
    for (const href of files) {
      const link = { rel: 'preload', as: 'fetch', crossOrigin: '', href }
      document.head.append(Object.assign(document.createElement('link'), link))
    }
  })
  arrivals.observe({ type: 'resource' })
}

/** Stores the launch, so that it can be repeated with the same key after a lost answer or a reload (`launch.ts`). */
function storeLaunch(page: LaunchPage, token: string, redirect: string): string {
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

/**
 * Mints 192 random bits, base64url. An insecure origin has `getRandomValues`, but neither `subtle` nor `randomUUID`.
 */
function mintKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

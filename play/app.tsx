import { isOnline } from '@estante/client/online.ts'
import { type Screen, screenPath } from '@estante/contract/screens.ts'
import { nextTask } from '@estante/design/next-task.ts'
import { Toast } from '@estante/design/toast/toast.tsx'
import type { ComponentProps, ComponentType, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { sendToHost } from './bridge/bridge.ts'
import { loadEbooks, loadExplore, loadLibrary, loadLists, loadProfile, loadQueue, loadTitle } from './browsing.ts'
import { HomeScreen } from './home/home-screen.tsx'
import { NotSignedInScreen, OpeningScreen } from './launch/launch-screens.tsx'
import { loadPlayer, loadReader } from './load-screens.ts'
import { LazyMiniPlayer, playerWasOpened } from './player/lazy-mini-player.tsx'
import { listing, screen, scrollTarget } from './router.ts'
import { memberSession } from './session/api.ts'
import { arrive } from './shell/arrival.ts'
import { LazyScreen } from './shell/lazy-screen.tsx'
import { Navigation } from './shell/navigation.tsx'
import { setPageTitle } from './shell/set-page-title.ts'
import { text } from './text.ts'
import { LazyBookSheet } from './title/lazy-book-sheet.tsx'
import './app.css'

const loaders: Record<Exclude<Screen['name'], 'home'>, ComponentProps<typeof LazyScreen>['load']> = {
  explore: loadExplore,
  ebooks: loadEbooks,
  library: loadLibrary,
  profile: loadProfile,
  notebook: () => import('./notebook/notebook-screen.tsx').then((module) => module.NotebookScreen),
  queue: loadQueue,
  lists: loadLists,
  title: loadTitle,
  player: loadPlayer,
  reader: loadReader,
}

/** The whole page: the state of the member session, or the screen of the address. */
export function App({ onRetry }: { onRetry: () => void }) {
  const state = memberSession.state.value
  useLayoutEffect(() => {
    if (state === 'signing-in' || state === 'signed-in') return
    announceReady()
    if (state === 'link-expired') sendToHost({ type: 'service:session-expired', reason: 'invalid_launch_token' })
    if (state === 'ended') sendToHost({ type: 'service:session-expired', reason: 'refresh_failed' })
  }, [state])
  if (state === 'signing-in') return <OpeningScreen />
  return state === 'signed-in' ? <SignedIn /> : <NotSignedInScreen state={state} onRetry={onRetry} />
}

let isReady = false

/** Reports once a page that the first screen is drawn, so that the host can hide its own loader. */
function announceReady() {
  if (isReady) return
  isReady = true
  sendToHost({ type: 'service:ready' })
  // In a task of its own: this one draws the first screen.
  if (memberSession.state.peek() === 'signed-in') void nextTask().then(reportReady)
}

/** Reports to the service that the host was notified, for the partner's panel. Best effort, once. */
function reportReady() {
  // Below the baseline: Firefox before 133 may lose it when the page is left at once.
  memberSession.api.fetch('/play/v1/ready', { method: 'POST', keepalive: true, priority: 'low' }).catch(() => {})
}

function SignedIn() {
  const current = screen.value
  const isBrowsing = current.name !== 'player' && current.name !== 'reader'
  const main = useRef<HTMLElement>(null)
  useFocusOnArrival(main, current)
  return (
    <div class="app" data-browsing={isBrowsing} data-screen={current.name}>
      <button class="skip-link" type="button" onClick={() => main.current?.focus()}>
        {text.shell.skipToContent}
      </button>
      <Notices />
      {isBrowsing && <Navigation />}
      <main class="app__main" id="content" ref={main} tabIndex={-1}>
        <CurrentScreen current={current} hasBack={!isBrowsing} />
      </main>
      {isBrowsing && (
        <div class="app__mini-player">
          <LazyMiniPlayer />
        </div>
      )}
      <LazyBookSheet />
      <Toast />
    </div>
  )
}

function CurrentScreen({ current, hasBack }: { current: Screen; hasBack: boolean }) {
  if (current.name === 'home') return <ReadyScreen screen={HomeScreen} />
  const id = 'id' in current ? current.id : 'of' in current ? current.of : undefined
  const load = loaders[current.name]
  return <LazyScreen key={current.name} load={load} id={id} hasBack={hasBack} onDrawn={announceReady} />
}

function ReadyScreen({ screen: CurrentScreen }: { screen: ComponentType }) {
  useLayoutEffect(announceReady, [])
  return <CurrentScreen />
}

function Notices() {
  // The reader shows this message at its foot: a line above the page would lay the chapter out again each time the
  // connection drops.
  const offlineClass = screen.value.name === 'reader' ? 'visually-hidden' : 'app__notice'
  return (
    <aside class="app__notices" aria-label={text.shell.notices}>
      {memberSession.profile.value?.environment === 'sandbox' && (
        <p class="app__notice app__notice--sandbox">{text.shell.sandbox}</p>
      )}
      <div role="status">{!isOnline.value && <p class={offlineClass}>{text.shell.offline}</p>}</div>
    </aside>
  )
}

/** Focuses the heading of a newly opened screen, sets the page's title, and restores the scroll position. */
function useFocusOnArrival(main: RefObject<HTMLElement | null>, current: Screen) {
  const isFirst = useRef(true)
  const key = `${screenPath(current)} ${listing.value}`
  useLayoutEffect(() => {
    if (current.name === 'player') playerWasOpened()
    const name = 'id' in current ? undefined : text.shell[current.name]
    setPageTitle(name)
    if (!isFirst.current) arrive(main.current, scrollTarget.value)
    isFirst.current = false
  }, [key])
}

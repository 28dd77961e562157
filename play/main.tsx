import '@estante/design/tokens.css'
import '@estante/design/base.css'
import { isOnline, watchConnection } from '@estante/client/online.ts'
import { nextTask } from '@estante/design/next-task.ts'
import { effect } from '@preact/signals'
import { render } from 'preact'
import { now } from './activity/clock.ts'
import { App } from './app.tsx'
import { applyAccent } from './brand/accent.ts'
import { view } from './bridge/bridge.ts'
import { watchLinkClicks } from './bridge/link-clicks.ts'
import { createLaunch } from './launch/launch.ts'
import { type LaunchAddress, takeLaunchAddress } from './launch/launch-address.ts'
import { notifyPlaceMoved } from './places/moved-elsewhere.ts'
import { navigate, startRouter } from './router.ts'
import { memberSession } from './session/api.ts'
import { claimDevice, pageStorage, wipeTabState } from './session/page-storage.ts'
import { later } from './session/retry.ts'
import { followSessionEvents } from './session/session-events.ts'
import { watchDisabledButtons } from './shell/arrival.ts'

/** Delay before a launch in progress is shown. */
const OPENING_AFTER_MS = 60

// In an engine older than the baseline `older-engines.js` shows a message instead.
if (!document.documentElement.hasAttribute('data-unsupported')) start()

function start() {
  const address = takeLaunchAddress(window as { launchAddress?: LaunchAddress })
  Object.assign(view, address.view)
  startRouter(window)
  watchLinkClicks(document)
  watchConnection(window)
  watchDisabledButtons()

  const launch = createLaunch({
    memberSession,
    storage: pageStorage,
    origin: '',
    wipe: wipeTabState,
    claim: claimDevice,
    open: (path) => navigate(path, { replace: true }),
  })

  effect(() => {
    if (isOnline.value && memberSession.state.peek() === 'unreachable') void launch.attemptWhenBack()
  })
  followSessionEvents(memberSession, { page: window, now, random: Math.random, later }, notifyPlaceMoved)

  const darkScreens = matchMedia('(prefers-color-scheme: dark)')
  const applyPartnerAccent = () =>
    applyAccent(document.documentElement, memberSession.profile.value?.partner.brand?.accent, darkScreens.matches)
  effect(applyPartnerAccent)
  darkScreens.addEventListener('change', applyPartnerAccent)

  // Answered meanwhile: opens its screen at once, without a waiting screen.
  const started = launch.start(address)
  void Promise.race([started, new Promise((resolve) => setTimeout(resolve, OPENING_AFTER_MS))])
    .then(nextTask)
    .then(() => {
      const root = document.getElementById('app')
      if (root) render(<App onRetry={launch.attempt} />, root)
    })
}

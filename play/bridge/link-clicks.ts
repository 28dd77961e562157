import { matchScreen } from '@estante/contract/screens.ts'
import { navigate } from '../router.ts'
import { isEmbedded, openExternal } from './bridge.ts'

/**
 * Every link on the page: one of ours changes the screen, one that leaves is handed to the host, or opens in a tab of
 * its own. An embedded page never navigates away by itself. One marked `data-in-place` is the same book in its other
 * form: closing it then leaves the book, whichever forms were looked at.
 */
export function watchLinkClicks(page: Document) {
  page.addEventListener('click', (event) => follow(event))
  // Below the baseline: a phone has no middle button.
  page.addEventListener('auxclick', (event) => {
    if (event.button === 1) follow(event)
  })
}

function follow(event: MouseEvent) {
  const anchor = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (event.defaultPrevented || !(anchor instanceof HTMLAnchorElement) || anchor.hasAttribute('download')) return
  const isOurs = anchor.origin === location.origin && matchScreen(anchor.pathname) !== undefined
  const wantsAnotherTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
  if (isOurs && wantsAnotherTab && !isEmbedded()) return
  event.preventDefault()
  if (isOurs) navigate(anchor.pathname + anchor.search, { replace: anchor.hasAttribute('data-in-place') })
  else openExternal(anchor.href)
}

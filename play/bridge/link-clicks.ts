import { matchScreen } from '@estante/contract/screens.ts'
import { navigate } from '../router.ts'
import { isEmbedded, openExternal } from './bridge.ts'

/**
 * Handles clicks on links: internal ones change the screen, external ones go to the host or a new tab, since an
 * embedded page never navigates away. A link marked `data-in-place` replaces the history entry: it leads to the other
 * form of the same book.
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
  if (!isOurs) return openExternal(anchor.href)
  navigate(anchor.pathname + anchor.search, { replace: anchor.hasAttribute('data-in-place'), later: true })
}

interface Page extends Window {
  WebViewBridge?: { postMessage(message: string): void }
}

export interface ReloadTexts {
  title: string
  help: string
  retry: string
}

/**
 * Offers to reload a page whose application, or its style, did not load: it would stay blank, or be unreadable.
 * `reloadableFiles` inlines it.
 */
export function watchFirstFiles(page: Page, texts: ReloadTexts) {
  const { document } = page
  let isApplicationLost = false
  document.addEventListener('error', onError, true)
  page.addEventListener('load', () => isApplicationLost && offerReload())

  function onError({ target }: Event) {
    const { src = '', href = '' } = target as Partial<HTMLScriptElement & HTMLLinkElement>
    if (/\/application-[^/]+\.(?:js|css)$/.test(src || href)) isApplicationLost = true
    // A screen requests its style again, and is not shown without it.
    if (target instanceof HTMLLinkElement) target.remove()
  }

  function offerReload() {
    const problem = element('div', 'empty-state')
    const retry = element('button', 'button button--primary button--medium', texts.retry)
    const reload = () => page.location.reload()
    retry.onclick = reload
    page.addEventListener('online', reload)
    Object.assign(problem.style, {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      minHeight: '80vh',
      fontFamily: 'var(--font-ui, sans-serif)',
      textAlign: 'center',
    })
    Object.assign(retry.style, { minHeight: '2.75rem', paddingInline: '1.5rem', fontSize: '1rem' })
    problem.setAttribute('role', 'alert')
    problem.append(element('h1', 'title-md', texts.title), element('p', 'empty-state__text soft', texts.help), retry)
    document.body.replaceChildren(problem)
    // The host hides its own loader.
    const ready = { type: 'service:ready' }
    if (page.parent !== page) page.parent.postMessage(ready, '*')
    page.WebViewBridge?.postMessage(JSON.stringify(ready))
  }

  function element(name: string, className: string, textContent = '') {
    return Object.assign(document.createElement(name), { className, textContent })
  }
}

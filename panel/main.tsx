import '@estante/design/tokens.css'
import '@estante/design/base.css'
import './shell/text.css'
import { watchConnection } from '@estante/client/online.ts'
import { render } from 'preact'
import { recognise } from './admin-session/admin-session.ts'
import { App } from './app.tsx'
import { startRouter, takeLinkToken } from './router.ts'
import { linkToken } from './sign-in/sign-in-state.ts'
import { startClock } from './time/now.ts'

// In an engine older than the baseline `older-engines.js` shows a message instead.
if (!document.documentElement.hasAttribute('data-unsupported')) start()

function start() {
  linkToken.value = takeLinkToken()
  // Opening another such link in this tab changes only the fragment.
  addEventListener('hashchange', () => {
    linkToken.value = takeLinkToken() ?? linkToken.value
  })
  startRouter()
  watchConnection(window)
  startClock()

  const root = document.getElementById('app')
  if (root) render(<App />, root)
  void recognise()
}

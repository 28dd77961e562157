import { embedBooks } from '@estante/sdk/host'

embedBooks(document.querySelector('#livros'), {
  async requestLaunchUrl() {
    const response = await fetch('/livros/sessao', { method: 'POST' })
    return response.ok ? (await response.json()).launchUrl : undefined
  },
  onEvent({ type }) {
    if (type === 'service:ready') hideLoading()
    if (type === 'service:close') showHome()
  },
  onUnavailable: showUnavailable,
})

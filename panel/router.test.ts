import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTypedStep, matchScreen, readPathParts, sectionPath } from './router.ts'

describe('an address of the panel', () => {
  it('opens its screen, with or without a trailing slash', () => {
    assert.equal(matchScreen('/painel/integracoes'), 'integrations')
    assert.equal(matchScreen('/painel/conta/'), 'account')
    assert.equal(matchScreen('/painel/convite'), 'invitation')
  })

  it('opens nothing when it is unknown', () => {
    for (const path of [
      '/painel',
      '/painel/',
      '/painel/nada',
      '/painel/toString',
      '/docs',
      '/painelintegracoes',
      '/painel/convite/x',
    ]) {
      assert.equal(matchScreen(path), undefined, path)
    }
  })

  it('carries the sandbox, so that a link shows the same', () => {
    assert.equal(sectionPath('integrations', { environment: 'sandbox' }), '/painel/integracoes?ambiente=sandbox')
    assert.equal(sectionPath('integrations'), '/painel/integracoes')
  })

  it('adds a history entry for a chosen filter, and none for each typed letter', () => {
    assert.equal(isTypedStep('busca=jo&mostrar=ativos', 'busca=jose&mostrar=ativos', ['busca']), true)
    assert.equal(isTypedStep('busca=jo&pagina=x', '', ['busca']), true)
    assert.equal(isTypedStep('busca=jo', 'busca=jo&mostrar=ativos', ['busca']), false)
    assert.equal(isTypedStep('', 'rota=x', []), false)
  })

  it('names an item of a screen, and its filters', () => {
    const path = sectionPath('team', {
      environment: 'sandbox',
      pathParts: ['a/b c', 'ç'],
      query: { busca: 'Zé & co', nada: undefined },
    })

    const url = new URL(path, 'https://x.example')
    assert.equal(matchScreen(url.pathname), 'team')
    assert.deepEqual(readPathParts(url.pathname), ['a/b c', 'ç'])
    assert.deepEqual(Object.fromEntries(url.searchParams), { ambiente: 'sandbox', busca: 'Zé & co' })
  })
})

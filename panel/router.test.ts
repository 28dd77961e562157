import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTypedStep, matchScreen, readPathParts, sectionPath } from './router.ts'

describe('an address of the panel', () => {
  it('leads to its screen, with a slash at the end or without', () => {
    assert.equal(matchScreen('/painel/integracoes'), 'integrations')
    assert.equal(matchScreen('/painel/conta/'), 'account')
    assert.equal(matchScreen('/painel/convite'), 'invitation')
  })

  it('leads nowhere when it is not one of ours', () => {
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

  it('carries the sandbox, so that whoever is sent it sees the same', () => {
    assert.equal(sectionPath('integrations', 'sandbox'), '/painel/integracoes?ambiente=sandbox')
    assert.equal(sectionPath('integrations', 'production'), '/painel/integracoes')
  })

  it('is a step to go back by when a filter was chosen, and none for each letter that was typed', () => {
    assert.equal(isTypedStep('busca=jo&mostrar=ativos', 'busca=jose&mostrar=ativos', ['busca']), true)
    assert.equal(isTypedStep('busca=jo&pagina=x', '', ['busca']), true)
    assert.equal(isTypedStep('busca=jo', 'busca=jo&mostrar=ativos', ['busca']), false)
    assert.equal(isTypedStep('', 'rota=x', []), false)
  })

  it('names something in a screen, and how it is filtered', () => {
    const path = sectionPath('team', 'sandbox', {
      pathParts: ['a/b c', 'ç'],
      query: { busca: 'Zé & co', nada: undefined },
    })

    const url = new URL(path, 'https://x.example')
    assert.equal(matchScreen(url.pathname), 'team')
    assert.deepEqual(readPathParts(url.pathname), ['a/b c', 'ç'])
    assert.deepEqual(Object.fromEntries(url.searchParams), { ambiente: 'sandbox', busca: 'Zé & co' })
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchScreen, placePath, readSegments } from './router.ts'

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
    assert.equal(placePath('integrations', 'sandbox'), '/painel/integracoes?ambiente=sandbox')
    assert.equal(placePath('integrations', 'production'), '/painel/integracoes')
  })

  it('names something in a screen, and how it is filtered', () => {
    const path = placePath('team', 'sandbox', {
      segments: ['a/b c', 'ç'],
      query: { busca: 'Zé & co', nada: undefined },
    })

    const url = new URL(path, 'https://x.example')
    assert.equal(matchScreen(url.pathname), 'team')
    assert.deepEqual(readSegments(url.pathname), ['a/b c', 'ç'])
    assert.deepEqual(Object.fromEntries(url.searchParams), { ambiente: 'sandbox', busca: 'Zé & co' })
  })
})

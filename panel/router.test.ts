import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchScreen, placePath } from './router.ts'

describe('an address of the panel', () => {
  it('leads to its screen, with a slash at the end or without', () => {
    assert.equal(matchScreen('/painel/integracoes'), 'integrations')
    assert.equal(matchScreen('/painel/conta/'), 'account')
    assert.equal(matchScreen('/painel/convite'), 'invitation')
  })

  it('leads nowhere when it is not one of ours', () => {
    for (const path of ['/painel', '/painel/', '/painel/nada', '/painel/toString', '/docs', '/painelintegracoes']) {
      assert.equal(matchScreen(path), undefined, path)
    }
  })

  it('carries the sandbox, so that whoever is sent it sees the same', () => {
    assert.equal(placePath('integrations', 'sandbox'), '/painel/integracoes?ambiente=sandbox')
    assert.equal(placePath('integrations', 'production'), '/painel/integracoes')
  })
})

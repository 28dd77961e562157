import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '../test/test-app.ts'

const PATH = '/.well-known/security.txt'

describe('security.txt', () => {
  it('says on both hosts where to write, and expires half a year after it is read', async () => {
    const { app, clock } = await testApp({
      baseUrl: 'https://api.example.com',
      playUrl: 'https://ler.example.com',
      securityContact: 'seguranca@example.com',
    })
    const day = new Date(Math.floor(clock.now() / 86_400_000) * 86_400_000 + 180 * 86_400_000)
      .toISOString()
      .slice(0, 10)

    for (const host of ['api.example.com', 'ler.example.com']) {
      const answer = await app.inject({ url: PATH, headers: { host } })

      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'text/plain; charset=utf-8'])
      assert.deepEqual(answer.body.trimEnd().split('\n'), [
        'Contact: mailto:seguranca@example.com',
        `Expires: ${day}T00:00:00Z`,
        'Preferred-Languages: pt-BR, en',
        `Canonical: https://api.example.com${PATH}`,
        `Canonical: https://ler.example.com${PATH}`,
      ])
    }
  })

  it('names a page unchanged, and is a 404 without a contact', async () => {
    const named = await testApp({ securityContact: 'https://example.com/seguranca' })
    const silent = await testApp()

    const [there, absent] = [await named.app.inject(PATH), await silent.app.inject(PATH)]

    assert.match(there.body, /^Contact: https:\/\/example\.com\/seguranca\n/)
    assert.equal(there.body.match(/^Canonical:/gm)?.length, 1)
    assert.deepEqual([absent.statusCode, absent.json().code], [404, 'NOT_FOUND'])
  })
})

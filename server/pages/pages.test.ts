import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { type Screen, screenPath } from '@estante/contract/screens.ts'
import { testApp } from '../test/test-app.ts'

const isBuilt = existsSync(new URL('../../play/dist/index.html', import.meta.url))

describe('the page of the embedded application', { skip: !isBuilt && 'npm run build comes first' }, () => {
  it('serves the launch and every screen to any client, and unknown addresses to browsers', async () => {
    const { app } = await testApp()
    const screens: Screen[] = [
      { name: 'home' },
      { name: 'explore' },
      { name: 'ebooks' },
      { name: 'library' },
      { name: 'profile' },
      { name: 'queue' },
      { name: 'notebook' },
      { name: 'notebook', of: 'x' },
      { name: 'lists' },
      { name: 'lists', of: 'x' },
      { name: 'title', id: 'x' },
      { name: 'player', id: 'x' },
      { name: 'reader', id: 'x' },
    ]

    for (const url of ['/launch?token=x', ...screens.map(screenPath)]) {
      const response = await app.inject({ url, headers: { accept: '*/*' } })
      assert.equal(response.statusCode, 200, url)
      assert.match(response.body, /^<!doctype html>/i)
    }
    const unknown = (accept: string) => app.inject({ url: '/nada/disso', headers: { accept } })
    assert.deepEqual([(await unknown('text/html')).statusCode, (await unknown('*/*')).statusCode], [200, 404])
    assert.equal((await app.inject({ url: '//', headers: { accept: 'text/html' } })).statusCode, 200)
  })

  it('is not cached, sends no referrer, and runs only scripts with its nonce', async () => {
    const { app } = await testApp()
    const open = () => app.inject('/launch?token=x')

    const [one, other] = [await open(), await open()]

    assert.equal(one.headers['cache-control'], 'no-store')
    assert.equal(one.headers['referrer-policy'], 'no-referrer')
    const policy = String(one.headers['content-security-policy'])
    const nonce = /script-src 'nonce-([\w-]{22})';/.exec(policy)?.[1]
    assert.ok(nonce && one.body.includes(`nonce="${nonce}"`))
    assert.doesNotMatch(policy, /unsafe|script-src[^;]*'self'/)
    assert.notEqual(policy, other.headers['content-security-policy'])
  })

  it('begins with at most 25 kB of script and 8 kB of styles, in one answer and one file, compressed', async () => {
    const { app } = await testApp()

    const page = await app.inject({ url: '/launch', headers: { 'accept-encoding': 'br' } })

    const html = brotliDecompressSync(page.rawPayload).toString()
    const files = new Set([...withoutDisabled(html).matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, file = '']) => file))
    const [script = '', ...others] = [...files].filter((file) => !file.endsWith('.svg'))
    assert.deepEqual(others, [])
    const sent = await app.inject({ url: script, headers: { 'accept-encoding': 'br' } })
    const styles = [...html.matchAll(/<style[^>]*>([^<]*)/g)].map(([, style]) => style).join('')
    assert.ok(sent.rawPayload.length < 25_000, `${sent.rawPayload.length}`)
    assert.ok(brotliCompressSync(styles).length < 8_000)
    assert.ok(page.rawPayload.length < 10_000, `${page.rawPayload.length}`)
  })

  it('loads the files of the opening screen, which exist, and preloads none: WebKit would keep a failure', async () => {
    const { app } = await testApp()
    const filesFirst = async (url: string) => {
      const { body } = await app.inject(url)
      // The page's nonce is random and may hold anything that a placeholder holds.
      const [, nonce = ''] = / nonce="([\w-]{22})"/.exec(body) ?? []
      assert.doesNotMatch(body.replaceAll(nonce, ''), /__[A-Z]/)
      assert.doesNotMatch(body, /rel="\w*preload"/)
      return [...withoutDisabled(body).matchAll(/ (?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
        ([, file = '']) => file,
      )
    }

    const home = await filesFirst('/launch?token=x')
    const reader = await filesFirst('/launch?token=x&redirect=%2Fleitor%2Fpub_1')
    const player = await filesFirst('/player/pub_1')
    const title = await filesFirst('/launch?token=x&redirect=%2Ftitulo%2Fpub_1')

    for (const file of [...reader, ...player, ...title]) assert.equal((await app.inject(file)).statusCode, 200, file)
    assert.equal(home.length, 1)
    assert.ok([...reader, ...player].includes(home[0]!))
    assert.ok(reader.some((file) => file.startsWith('/assets/reader-screen')))
    assert.ok(player.some((file) => file.startsWith('/assets/player')))
    assert.ok(title.some((file) => file.startsWith('/assets/browsing-screens')))
    assert.deepEqual(await filesFirst('/explorar?q=a'), title)
  })

  it('serves its assets compressed and cacheable for ever', async () => {
    const { app } = await testApp()
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec((await app.inject('/')).body) ?? []

    const response = await app.inject({ url: script, headers: { 'accept-encoding': 'br' } })

    assert.equal(response.headers['content-encoding'], 'br')
    assert.match(String(response.headers['cache-control']), /immutable/)
  })

  it('is not the answer to a program that requests a missing file', async () => {
    const { app } = await testApp()

    assert.equal((await app.inject({ url: '/assets/nada.js', headers: { accept: '*/*' } })).statusCode, 404)
    assert.equal((await app.inject({ url: '/nada', headers: { accept: 'application/json' } })).statusCode, 404)
  })
})

/** Leaves out the links that load nothing. */
function withoutDisabled(html: string): string {
  return html.replace(/<link rel="stylesheet" disabled[^>]*>/g, '')
}

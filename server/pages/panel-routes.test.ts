import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { panelPageRoutes } from './panel-routes.ts'

const SCRIPT = 'console.log("painel")'

/** A build of the panel, for its pages. */
async function pages() {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__" src="/painel/assets/index-1.js"></script>')
  await writeFile(join(folder, 'assets/index-1.js'), SCRIPT)
  await writeFile(join(folder, 'assets/index-1.js.br'), brotliCompressSync(SCRIPT))
  const app = Fastify()
  panelPageRoutes(app, { playUrl: 'https://livros.example.com' }, pathToFileURL(`${folder}/`))
  after(() => app.close())
  return app
}

it('One page answers every address of the panel', async () => {
  const app = await pages()

  const answers = await Promise.all(
    ['/painel', '/painel/', '/painel/integracoes', '/painel/convite?x=1'].map((url) => app.inject(url)),
  )

  for (const answer of answers) {
    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    assert.equal(answer.headers['cache-control'], 'no-store')
  }
})

it('The panel’s page runs only scripts with its nonce, frames only the view, and cannot be framed', async () => {
  const app = await pages()

  const [one, other] = [await app.inject('/painel'), await app.inject('/painel')]

  const policy = String(one.headers['content-security-policy'])
  const [, nonce = ''] = /script-src 'nonce-([\w-]+)'(?:;|$)/.exec(policy) ?? []
  assert.ok(one.body.includes(`nonce="${nonce}"`) && nonce.length >= 22)
  assert.ok(!other.body.includes(nonce))
  assert.doesNotMatch(policy, /unsafe|\*/)
  assert.match(policy, /frame-src https:\/\/livros\.example\.com;/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.equal(one.headers['referrer-policy'], 'no-referrer')
})

it('The panel’s files are cacheable for ever, and compressed by the build', async () => {
  const app = await pages()

  const plain = await app.inject('/painel/assets/index-1.js')
  const small = await app.inject({ url: '/painel/assets/index-1.js', headers: { 'accept-encoding': 'br' } })
  const missing = await app.inject('/painel/assets/index-0.js')

  assert.equal(plain.body, SCRIPT)
  assert.match(String(plain.headers['cache-control']), /max-age=31536000, immutable/)
  assert.equal(small.headers['content-encoding'], 'br')
  assert.equal(missing.statusCode, 404)
})

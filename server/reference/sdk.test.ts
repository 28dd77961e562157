import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { addPublication } from '../test/publications.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { testApp } from '../test/test-app.ts'
import { readSnippet } from './embedding.ts'

const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
const run = promisify(execFile)

/** Calls the handler of the sample, then the rest of the API. */
const PROGRAM = `
import { createRequire } from 'node:module'
import { EstanteError } from '@estante/sdk'

const request = { user: { id: 'cliente-1', name: 'Ana' } }
const { launchUrl } = await new Promise((json, next) => openBooks(request, { json }, next))
const titles = []
for await (const { title } of estante.catalog()) titles.push(title)
const error = await estante.member('cliente-2').catch((error) => error)
const refusal = error instanceof EstanteError && [error.status, error.code]
const isSameForCommonJs = createRequire(import.meta.url)('@estante/sdk').estanteClient === estanteClient
console.log(JSON.stringify({ launchUrl, titles, refusal, isSameForCommonJs }))
`

const TYPED_PROGRAM = `
import { type CatalogItem, estanteClient } from '@estante/sdk'
import { type BridgeEvent, embedBooks } from '@estante/sdk/host'

const estante = estanteClient('https://livros.example.com')
const items: CatalogItem[] = []
for await (const item of estante.catalog('ebook')) items.push(item)
await estante.update('cliente-1', { status: 'BLOCKED' })
// @ts-expect-error
await estante.update('cliente-1', { status: 'REVOKED' })

function reasonOf(event: BridgeEvent): 'invalid_launch_token' | 'refresh_failed' | undefined {
  // @ts-expect-error
  if (event.type === 'service:opened') return
  return event.type === 'service:session-expired' ? event.reason : undefined
}
embedBooks(document.createElement('iframe'), {
  requestLaunchUrl: () => estante.openBooks({ externalUserId: 'cliente-1' }),
  onEvent: reasonOf,
  onUnavailable: (error) => console.log(error),
})
`

describe('The SDK', () => {
  it('is installed from the service alone, opens the books at the second attempt, and has types', async () => {
    const { app, context, partner } = await testApp({}, failOnce)
    await addPublication(context, { type: 'ebook', title: 'O farol' })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const cwd = await temporaryFolder()
    const [, url] =
      /npm install [^\s<]+(\/docs\/estante-sdk-[^\s<]+)/.exec(await (await fetch(`${address}/docs`)).text()) ?? []
    assert.ok(url, 'The SDK is not built: npm run build')

    // Nothing answers at this address of a registry.
    const alone = ['--registry', 'http://127.0.0.1:9', '--cache', join(cwd, 'cache'), '--no-audit']
    await run('npm', ['install', address + url, ...alone], { cwd })
    const backend = await readSnippet('sdk-backend.js', address)
    await writeFile(
      join(cwd, 'use.mjs'),
      `let openBooks\nconst app = { post(_, handler) { openBooks = handler } }\n${backend}${PROGRAM}`,
    )
    await writeFile(join(cwd, 'use.mts'), TYPED_PROGRAM)
    const older = `${address}/docs/estante-sdk-0.0.1.tgz`
    await assert.rejects(run('npm', ['install', older, ...alone], { cwd }), new RegExp(`404.*a versão atual.*${url}`))
    const env = { ...process.env, ESTANTE_CLIENT_ID: partner.clientId, ESTANTE_CLIENT_SECRET: partner.clientSecret }
    const [{ stdout }] = await Promise.all([
      run(process.execPath, ['use.mjs'], { cwd, env }),
      run(TSC, ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'use.mts'], { cwd }),
    ])

    const { launchUrl, ...rest } = JSON.parse(stdout)
    assert.match(launchUrl, /\/launch\?token=/)
    assert.deepEqual(rest, { titles: ['O farol'], refusal: [404, 'USER_NOT_FOUND'], isSameForCommonJs: true })
  })

  it('is shown in the guide and in its README as in the reference', async () => {
    const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
    const { version } = JSON.parse(await read('sdk/package.json'))

    for (const page of ['docs/parceiro/README.md', 'sdk/README.md']) {
      const text = await read(page)
      assert.ok(text.includes(`npm install https://livros.example.com/docs/estante-sdk-${version}.tgz\n`), page)
      assert.ok(text.includes(await readSnippet('sdk-backend.js', 'https://livros.example.com')), page)
    }
    for (const page of ['docs/parceiro/visao-embutida.md', 'sdk/README.md']) {
      assert.ok((await read(page)).includes(await readSnippet('sdk-page.js', '')), page)
    }
  })
})

/** Answers 503 to the first request for a link. */
function failOnce(app: FastifyInstance): void {
  let failures = 0
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url === '/partner/v1/sessions' && failures++ === 0) return reply.status(503).header('Retry-After', '0').send()
  })
}

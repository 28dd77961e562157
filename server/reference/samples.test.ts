import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { endpointsOf, type OpenApi } from './openapi.ts'
import { samplesOf } from './samples.ts'

const OPENAPI = new URL('../../contract/partner-v1.openapi.json', import.meta.url)

describe('the TypeScript sample of each endpoint', async () => {
  const api = JSON.parse(await readFile(OPENAPI, 'utf8')) as OpenApi
  const { address, calls } = await recordCalls()
  const folder = await temporaryFolder()

  for (const endpoint of endpointsOf(api)) {
    it(`calls ${endpoint.operationId}, with the credential and the body of the example`, async () => {
      const sample = samplesOf(endpoint, address).find(({ name }) => name === 'TypeScript')
      const file = join(folder, `${endpoint.operationId}.mts`)
      await writeFile(file, sample?.text ?? '')

      calls.length = 0

      Object.assign(process.env, { ESTANTE_CLIENT_ID: 'id', ESTANTE_CLIENT_SECRET: 'secret' })
      await import(pathToFileURL(file).href)

      if (endpoint.operationId === 'listCatalog') {
        assert.deepEqual(
          calls.map(({ cursor }) => cursor),
          [null, 'c1', 'c2'],
        )
      }
      const [example] = Object.values(endpoint.requestBody?.content['application/json'].examples ?? {})
      const path = endpoint.path.replace('{externalUserId}', 'cliente-48213')
      const { cursor: _, ...last } = calls.at(-1) ?? assert.fail()
      assert.deepEqual(last, {
        call: `${endpoint.method} ${path}`,
        authorization: `Basic ${btoa('id:secret')}`,
        body: example?.value,
      })
    })
  }
})

/** A server with three pages of catalog and erased members, which records its requests. */
async function recordCalls() {
  const calls: { call: string; authorization: string | undefined; body: unknown; cursor: string | null }[] = []
  const app = Fastify()
  app.all('*', async ({ method, url, headers, body }, reply) => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const cursor = searchParams.get('cursor')
    calls.push({ call: `${method} ${pathname}`, authorization: headers.authorization, body, cursor })
    // An erased member may be revoked again; erasing them again is as good as done.
    if (method === 'DELETE') return pathname.endsWith('/data') ? reply.status(204).send() : reply.status(404).send({})
    return { items: [{}], nextCursor: cursor === null ? 'c1' : cursor === 'c1' ? 'c2' : null }
  })
  after(() => app.close())
  return { address: await app.listen({ port: 0 }), calls }
}

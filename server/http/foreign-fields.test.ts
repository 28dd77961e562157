import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Route } from '@estante/contract/route.ts'
import type { InjectOptions } from 'fastify'
import type { Context } from '../context.ts'
import { PRODUCTION } from '../environment.ts'
import { contractRoutes, documentedObjects, exampleOf } from '../test/contract.ts'
import { joinPanel } from '../test/panel.ts'
import { openPage } from '../test/people.ts'
import { addCredential, addPartner, testApp } from '../test/test-app.ts'

const FOREIGN = 'corpo-alheio-0123456789'

describe('Every route of the service', () => {
  it('writes only the documented fields of an object, and fails for none of them', async () => {
    const { app, context, partner, caller } = await testApp()
    const documented = await documentedObjects(FOREIGN)
    const all = Object.assign({}, ...documented)
    const { authorization } = await addCredential(context, partner.id, PRODUCTION, 100_000)
    const suspended = await addPartner(context)
    const backend = caller({ authorization })
    const callers = {
      partner: async ({ method }: Route, url: string, payload: object) =>
        backend[method.toLowerCase() as 'put'](url, payload),
      play: async ({ method }: Route, url: string, payload: object) => {
        const page = await openPage(app, authorization, 'pagina')
        return page[method.toLowerCase() as 'put'](url, payload)
      },
      panel: async ({ method, path }: Route, url: string, payload: object) => {
        const isOperators = /^\/panel\/v1\/(?:partners|health|imports|quarantine|publications)/.test(path)
        const page = await joinPanel(app, context, isOperators ? null : partner.id, isOperators ? 'operator' : 'owner')
        return page.call(method as InjectOptions['method'], url, payload)
      },
    }
    let calls = 0
    for (const route of await contractRoutes()) {
      const area = route.path.split('/')[1] as keyof typeof callers
      const url = route.path
        .replace(':slug', suspended.slug)
        .replace(':clientId', partner.clientId)
        .replaceAll(/:(?!externalUserId)\w+/g, 'x')
      const query = new URLSearchParams(route.query && (exampleOf(route.query) as Record<string, string>))
      for (const foreign of area === 'partner' ? documented : [all]) {
        const own = route.body && (exampleOf(route.body, `proprio-${calls}-0123456789`) as object)
        const address = `${url.replace(':externalUserId', `do-caminho-${calls}`)}?${query}`
        const answer = await callers[area](route, address, { ...foreign, ...own })

        calls += 1
        assert.ok(answer.statusCode < 500 && answer.statusCode !== 429, `${route.method} ${route.path}: ${answer.body}`)
      }
    }

    assert.ok(calls > 700)
    assert.doesNotMatch(JSON.stringify(await everyRow(context)), new RegExp(FOREIGN))
  })
})

async function everyRow({ db }: Context): Promise<unknown[]> {
  const tables = await db.read.introspection.getTables()
  assert.ok(tables.length > 20)
  return Promise.all(
    tables.map(({ name }) =>
      db.read
        .selectFrom(name as 'member')
        .selectAll()
        .execute(),
    ),
  )
}

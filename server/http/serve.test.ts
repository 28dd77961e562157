import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fastify } from 'fastify'
import { contractRoutes, documentedObjects, exampleOf } from '../test/contract.ts'
import { answerError } from './errors.ts'
import { serve } from './serve.ts'

describe('A route of the contract', () => {
  it('receives only the fields of its schemas', async () => {
    const routes = await contractRoutes()
    const documented = await documentedObjects()
    assert.ok(routes.length > 80 && documented.length > 80)
    const app = fastify({ exposeHeadRoutes: false })
    after(() => app.close())
    app.setErrorHandler(answerError)
    const given: { query?: unknown; body?: unknown } = {}
    for (const route of routes) {
      serve(app, { ...route, status: undefined, answer: undefined }, async (input) => {
        Object.assign(given, { query: input.query, body: input.body })
        return input.reply.send()
      })
    }

    for (const route of routes) {
      const label = `${route.method} ${route.path}`
      const body = Object.assign({}, ...documented, route.body && exampleOf(route.body))
      const query = new URLSearchParams({ ...flat(body), ...(route.query && flat(exampleOf(route.query) as object)) })
      const path = route.path.replaceAll(/:(\w+)/g, (_, name) => {
        return encodeURIComponent(String(exampleOf(route.params?.properties[name] ?? { type: 'string' })))
      })
      const answer = await app.inject({ method: route.method, url: `${path}?${query}`, payload: body })

      assert.equal(answer.statusCode, 200, `${label}: ${answer.body}`)
      assert.deepEqual(namesIn(given.body), namesIn(route.body && exampleOf(route.body)), label)
      assert.deepEqual(namesIn(given.query), namesIn(exampleOf(route.query ?? { properties: {} })), label)
    }
  })
})

/** Lists the paths of all fields in a value, in order. */
function namesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .flatMap(([name, inside]) => [`${path}/${name}`, ...namesIn(inside, `${path}/${name}`)])
    .sort()
}

function flat(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

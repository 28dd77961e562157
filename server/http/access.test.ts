import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fastify } from 'fastify'
import { enforceAccess } from './access.ts'

describe('The access of a route', () => {
  it('must be declared, or the service does not start', async () => {
    const app = fastify()
    enforceAccess(app, { anyone: {}, client: {}, member: {}, admin: {} })
    app.get('/open', { config: { access: 'anyone' } }, async () => 'open')

    assert.throws(() => app.get('/forgotten', async () => 'open'), {
      message: 'GET /forgotten does not say who may call it: no `access`',
    })
    assert.equal((await app.inject('/open')).body, 'open')
  })

  it('decides which guards a request passes, before the hooks of the route and with the body checked', async () => {
    const app = fastify()
    const passed: string[] = []
    const hook = (name: string) => async () => void passed.push(name)
    enforceAccess(app, {
      anyone: {},
      client: { onRequest: [hook('client')] },
      member: { onRequest: [hook('member')] },
      admin: { onRequest: [hook('admin')], preHandler: [hook('permission')] },
    })
    const own = { onRequest: hook('own'), preValidation: hook('checked') }
    for (const access of ['anyone', 'client', 'member'] as const)
      app.get(`/${access}`, { config: { access } }, hook(''))
    app.register(async (scope) => {
      scope.get('/admin', { ...own, config: { access: { roles: ['owner'] } } }, hook('handled'))
    })

    for (const url of ['/anyone', '/client', '/member', '/admin']) await app.inject({ method: 'HEAD', url })

    assert.deepEqual(passed, ['', 'client', '', 'member', '', 'admin', 'own', 'checked', 'permission', 'handled'])
  })
})

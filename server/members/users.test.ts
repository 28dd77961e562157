import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { PRODUCTION } from '../environment.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const user = (externalUserId: string) => `/partner/v1/users/${encodeURIComponent(externalUserId)}`

describe('PUT /partner/v1/users/{externalUserId}', () => {
  it('creates the member, and answers the same when repeated', async () => {
    const { put } = await testApp()

    const first = await put(user('u1'), { email: 'ana@example.com', name: 'Ana' })
    const second = await put(user('u1'), { email: 'ana@example.com', name: 'Ana' })

    assert.equal(first.statusCode, 200)
    assert.deepEqual(first.json(), second.json())
    assert.deepEqual(Object.keys(first.json()).sort(), ['email', 'externalUserId', 'id', 'name', 'status'])
  })

  it('keeps omitted fields', async () => {
    const { put } = await testApp()
    await put(user('u1'), { email: 'ana@example.com', name: 'Ana' })

    const response = await put(user('u1'), {})

    assert.equal(response.json().email, 'ana@example.com')
    assert.equal(response.json().name, 'Ana')
  })

  it('changes only the member of its path, even if the body names another', ON_PG, async () => {
    const { put, get, db } = await testApp()
    const ids = [48999, 'rx2', '', '..', 'a\u0000b', '\ud800', 'x'.repeat(500), null, {}, ['rx2'], true]

    for (const [index, externalUserId] of ids.entries()) {
      const body = { id: 'mbr_x', externalUserId, partnerId: 'ptn_x', environment: 'sandbox', status: 'BLOCKED' }
      const answer = await put(user(`rx1-${index}`), body)

      assert.deepEqual([answer.statusCode, answer.json().externalUserId], [200, `rx1-${index}`])
    }

    const members = await db.read.selectFrom('member').select(['external_user_id', 'environment']).execute()
    assert.equal(members.length, ids.length)
    assert.ok(members.every((one) => one.external_user_id?.startsWith('rx1-') && one.environment === PRODUCTION))
    assert.equal((await get(user('48999'))).statusCode, 404)
  })

  it('clears e-mail and name with null, after which another member may have the e-mail', async () => {
    const { put, post } = await testApp()
    await put(user('u1'), { email: 'ana@example.com', name: 'Ana' })

    const cleared = await put(user('u1'), { email: null, name: null })
    const created = await put(user('u2'), { email: null, name: null })
    const conflict = await put(user('u3'), { email: 'ana@example.com' })
    const session = await post('/partner/v1/sessions', { externalUserId: 'u1', email: null, name: null })

    for (const { statusCode, json } of [cleared, created]) {
      assert.deepEqual([statusCode, json().email, json().name, json().status], [200, null, null, 'ACTIVE'])
    }
    assert.equal(conflict.statusCode, 200)
    assert.deepEqual(session.json().message, [
      'O campo "email" deve ser um texto.',
      'O campo "name" deve ser um texto.',
    ])
  })

  it('stores a name on one line in writing order, and an identifier unchanged', async () => {
    const { put, get, post } = await testApp()
    const externalUserId = 'a\u202eb\nc'

    const written = await put(user(externalUserId), { name: '\u202eana\u2066\tSouza\u0007' })
    const session = await post('/partner/v1/sessions', { externalUserId, name: 'Ana\r\nSouza\u202e' })

    assert.deepEqual([written.json().name, written.json().externalUserId], ['ana Souza', externalUserId])
    assert.equal(session.json().user.name, 'Ana Souza')
    assert.equal((await get(user(externalUserId))).json().name, 'Ana Souza')
  })

  it('accepts any characters in an identifier, encoded in the path', async () => {
    const { put, get } = await testApp()
    for (const externalUserId of ['a/b', 'ana@example.com', '100%', 'ç ã?#&+', '📚'.repeat(128), 'a%2Fb']) {
      const response = await put(user(externalUserId), { name: 'Ana' })

      assert.equal(response.json().externalUserId, externalUserId)
      assert.equal((await get(user(externalUserId))).json().name, 'Ana')
    }
  })

  it('refuses an identifier of 129 characters, an unknown status, and a body that is no object', async () => {
    const { put } = await testApp()

    const codes = [
      await put(user('x'.repeat(129)), {}),
      await put(user('u1'), { status: 'active' }),
      await put(user('u1'), { email: '' }),
      await put(user('u1'), []),
      await put(user('u1')),
    ].map((response) => [response.statusCode, response.json().code, Array.isArray(response.json().message)])

    for (const code of codes) assert.deepEqual(code, [400, 'VALIDATION', true])
  })

  it('reports the faults of path and body at once', async () => {
    const { put } = await testApp()

    const response = await put(user('x'.repeat(129)), { email: 'x', status: 'active' })

    assert.deepEqual(response.json().message, [
      'O campo "externalUserId" deve ter no máximo 128 caracteres.',
      'O campo "email" deve ser um e-mail válido, como ana@example.com.',
      'O campo "status" deve ser "ACTIVE" ou "BLOCKED".',
    ])
  })

  it('refuses the e-mail of another member', async () => {
    const { put } = await testApp()
    await put(user('u1'), { email: 'ana@example.com' })

    const created = await put(user('u2'), { email: 'ANA@example.com' })
    await put(user('u3'), {})
    const updated = await put(user('u3'), { email: 'ana@example.com' })

    assert.deepEqual([created.statusCode, updated.statusCode], [409, 409])
    assert.equal(created.json().code, 'EMAIL_CONFLICT')
    assert.equal((await put(user('u1'), { email: 'Ana@example.com' })).statusCode, 200)
  })

  it('creates one member for concurrent calls', ON_PG, async () => {
    const { put, db } = await testApp()

    const responses = await Promise.all(Array.from({ length: 30 }, () => put(user('u1'), { email: 'ana@example.com' })))

    assert.equal(new Set(responses.map((response) => response.body)).size, 1)
    assert.equal((await db.read.selectFrom('member').select('id').execute()).length, 1)
  })

  it('uses up no number for a member who exists', ON_PG, async () => {
    const { put, db } = await testApp()
    const idOf = async (externalUserId: string) => {
      await put(user(externalUserId), { name: 'Ana' })
      const row = db.read.selectFrom('member').select('id').where('external_user_id', '=', externalUserId)
      return (await row.executeTakeFirstOrThrow()).id
    }
    const first = await idOf('u1')
    for (let repetition = 0; repetition < 5; repetition++) await idOf('u1')

    const second = await idOf('u2')

    assert.equal(second, first + 1)
  })

  it('blocks or restores once for concurrent calls, and answers each with the status it asked for', ON_PG, async () => {
    const { put, db } = await testApp()
    await put(user('u1'), {})
    const answers: string[] = []
    for (const status of ['BLOCKED', 'ACTIVE', 'BLOCKED']) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => put(user('u1'), { status })))
      answers.push(...new Set(responses.map((response) => response.json().status as string)))
    }

    const events = await db.read.selectFrom('access_event').select('kind').execute()
    assert.deepEqual(answers, ['BLOCKED', 'ACTIVE', 'BLOCKED'])
    assert.equal(events.length, 3)
  })

  it('blocks, and restores even after a DELETE; without status it does not restore', async () => {
    const { put, post, delete: revoke } = await testApp()
    await put(user('u1'), { name: 'Ana', status: 'BLOCKED' })
    assert.equal((await post('/partner/v1/sessions', { externalUserId: 'u1' })).statusCode, 403)
    assert.equal((await put(user('u1'), { status: 'ACTIVE' })).json().status, 'ACTIVE')
    await revoke(user('u1'))

    const untouched = await put(user('u1'), { name: 'Ana Souza' })
    const restored = await put(user('u1'), { status: 'ACTIVE' })

    assert.equal(untouched.json().status, 'BLOCKED')
    assert.deepEqual([restored.json().status, restored.json().name], ['ACTIVE', 'Ana Souza'])
    assert.equal((await post('/partner/v1/sessions', { externalUserId: 'u1' })).statusCode, 201)
  })
})

describe('GET /partner/v1/users/{externalUserId}', () => {
  it('answers null for the last activity of a member without any', async () => {
    const { put, get } = await testApp()
    const { id } = (await put(user('u1'), {})).json()

    const response = await get(user('u1'))

    assert.deepEqual(response.json(), {
      id,
      externalUserId: 'u1',
      email: null,
      name: null,
      status: 'ACTIVE',
      lastActivityAt: null,
    })
    assert.equal(response.headers['cache-control'], 'no-store')
  })

  it('answers 404 for an identifier unknown in this partner and environment', async () => {
    const { put, get, context, caller } = await testApp()
    await put(user('u1'), {})
    const other = caller(await addPartner(context))

    const responses = [await get(user('nobody')), await get(user('x'.repeat(500))), await other.get(user('u1'))]

    for (const response of responses) {
      assert.equal(response.statusCode, 404)
      assert.equal(response.json().code, 'USER_NOT_FOUND')
    }
  })
})

describe('DELETE /partner/v1/users/{externalUserId}', () => {
  it('revokes with an empty answer, and may be repeated', async () => {
    const { put, get, delete: revoke } = await testApp()
    await put(user('u1'), {})

    const responses = [await revoke(user('u1')), await revoke(user('u1'))]

    for (const response of responses) assert.deepEqual([response.statusCode, response.body], [204, ''])
    assert.equal((await get(user('u1'))).json().status, 'BLOCKED')
  })

  it('answers 404 for an unknown identifier', async () => {
    const { delete: revoke } = await testApp()

    const response = await revoke(user('nobody'))

    assert.deepEqual([response.statusCode, response.json().code], [404, 'USER_NOT_FOUND'])
  })

  it('ignores a content type without a body', async () => {
    const { app, put, partner } = await testApp()
    await put(user('u1'), {})

    for (const type of [
      'application/json',
      'text/plain; charset=utf-8',
      'application/x-www-form-urlencoded',
      '',
      'json',
    ]) {
      for (const length of [{}, { 'content-length': '0' }]) {
        const response = await app.inject({
          method: 'DELETE',
          url: user('u1'),
          headers: { authorization: partner.authorization, 'content-type': type, ...length },
        })

        assert.equal(response.statusCode, 204, type)
      }
    }
  })

  it('accepts an empty body that a proxy sends in chunks', async () => {
    const { app, put, partner } = await testApp()
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    await put(user('u1'), {})
    const call = ['DELETE /partner/v1/users/u1 HTTP/1.1', 'Host: x', `Authorization: ${partner.authorization}`]
    const chunked = ['Transfer-Encoding: chunked', 'Connection: close', '', '0', '', '']

    for (const type of [[], ['Content-Type:'], ['Content-Type: text/plain']]) {
      const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
      socket.write([...call, ...type, ...chunked].join('\r\n'))

      assert.match(await text(socket), /^HTTP\/1\.1 204 /, type.join())
    }
  })
})

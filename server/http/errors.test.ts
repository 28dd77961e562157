import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { InjectOptions } from 'fastify'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { COVER_WIDTHS, COVERS_PATH, coverFolder } from '../covers/cover.ts'
import { toUuid } from '../db/ids.ts'
import { toLoggedError } from '../logged-error.ts'
import { updateWithRetry } from '../publications/update-with-retry.ts'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { addPartner, testApp, testContext } from '../test/test-app.ts'
import { answerError } from './errors.ts'

describe('every error under /partner/v1', () => {
  it('has one shape and its own code', async () => {
    const { app, partner } = await testApp()
    const authorization = partner.authorization
    const json = { authorization, 'content-type': 'application/json' }
    const cases = [
      [{ method: 'GET', url: '/partner/v1/nothing', headers: { authorization } }, 404, 'NOT_FOUND'],
      [{ method: 'GET', url: '/partner/v2/catalog', headers: { authorization } }, 404, 'NOT_FOUND'],
      [{ method: 'POST', url: '/partner/v1/catalog', headers: json, payload: '{}' }, 405, 'METHOD_NOT_ALLOWED'],
      [{ method: 'GET', url: '/partner/v1/sessions', headers: { authorization } }, 405, 'METHOD_NOT_ALLOWED'],
      [{ method: 'POST', url: '/partner/v1/sessions', headers: json, payload: '{' }, 400, 'VALIDATION'],
      [{ method: 'POST', url: '/partner/v1/sessions', headers: json, payload: '' }, 400, 'VALIDATION'],
      [{ method: 'POST', url: '/partner/v1/sessions', headers: json, payload: '"x"' }, 400, 'VALIDATION'],
      [{ method: 'POST', url: '/partner/v1/sessions', headers: json, payload: 'null' }, 400, 'VALIDATION'],
      [{ method: 'POST', url: '/partner/v1/sessions', headers: { authorization } }, 400, 'VALIDATION'],
      [
        {
          method: 'POST',
          url: '/partner/v1/sessions',
          headers: { authorization, 'content-type': 'text/plain' },
          payload: 'a',
        },
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [
        {
          method: 'POST',
          url: '/partner/v1/sessions',
          headers: { ...json, 'content-encoding': 'gzip' },
          payload: '{}',
        },
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [
        { method: 'POST', url: '/partner/v1/sessions', headers: json, payload: `{"name":"${'x'.repeat(70_000)}"}` },
        413,
        'PAYLOAD_TOO_LARGE',
      ],
      [
        { method: 'DELETE', url: '/partner/v1/nothing', headers: { authorization, 'content-type': '' } },
        404,
        'NOT_FOUND',
      ],
      [{ method: 'QUERY', url: '/partner/v1/nothing', headers: { authorization } }, 404, 'NOT_FOUND'],
      [{ method: 'QUERY', url: '/partner/v1/catalog', headers: { authorization } }, 405, 'METHOD_NOT_ALLOWED'],
      [{ method: 'PROPFIND', url: '/partner/v1/nothing', headers: { authorization } }, 404, 'NOT_FOUND'],
      [{ method: 'PROPFIND', url: '/partner/v1/users/u1', headers: json, payload: '{' }, 405, 'METHOD_NOT_ALLOWED'],
      [{ method: 'M-SEARCH', url: '/partner/v1/usage', headers: { authorization } }, 405, 'METHOD_NOT_ALLOWED'],
      [{ method: 'GET', url: '/partner/v1/users/%ZZ', headers: { authorization } }, 400, 'VALIDATION'],
    ] as const

    for (const [request, status, code] of cases) {
      const response = await app.inject(request as InjectOptions)
      const body = response.json()

      assert.deepEqual([response.statusCode, body.statusCode, body.code], [status, status, code], request.url)
      assert.deepEqual(Object.keys(body), ['statusCode', 'code', 'message'])
      assert.equal(Array.isArray(body.message), code === 'VALIDATION')
      assert.match(String(response.headers['content-type']), /^application\/json/)
      assert.match(String(response.headers['x-request-id']), /^[0-9a-f-]{36}$/)
    }
  })

  it('refuses a parameter that comes twice, known or not, with one sentence', async () => {
    const { get } = await testApp()
    const sentence = (parameter: string) =>
      `${parameter} foi enviado mais de uma vez. Envie cada parâmetro uma única vez.`
    const cases = [
      ['/partner/v1/catalog?limit=1&limit=2', 'O parâmetro "limit"'],
      ['/partner/v1/usage?month=2026-11&month=2026-11', 'O parâmetro "month"'],
      ['/partner/v1/catalog?foo=1&foo=2&bar=1&bar=2', 'Um parâmetro desconhecido'],
      ['/partner/v1/users/u1?foo=1&foo=2', 'Um parâmetro desconhecido'],
    ] as const

    for (const [url, parameter] of cases) {
      const { statusCode, code, message } = (await get(url)).json()
      assert.deepEqual([statusCode, code, message], [400, 'VALIDATION', [sentence(parameter)]], url)
    }
  })

  it('refuses bytes that are not UTF-8, instead of storing a replacement', async () => {
    const { app, partner, db } = await testApp()
    const send = (type: string, externalUserId: Buffer) =>
      app.inject({
        method: 'POST',
        url: '/partner/v1/sessions',
        headers: { authorization: partner.authorization, 'content-type': type },
        payload: Buffer.concat([Buffer.from('{"externalUserId":"'), externalUserId, Buffer.from('"}')]),
      })

    const latin = await send('application/json', Buffer.from([0x6a, 0x6f, 0x73, 0xe9]))
    const declared = await send('application/json; charset=iso-8859-1', Buffer.from('jose'))
    const utf8 = await send('application/json; charset="UTF-8"', Buffer.from('josé'))

    assert.deepEqual([latin.statusCode, latin.json().code], [400, 'VALIDATION'])
    assert.deepEqual([declared.statusCode, declared.json().code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
    assert.deepEqual([utf8.statusCode, utf8.json().user.externalUserId], [201, 'josé'])
    assert.equal((await db.read.selectFrom('member').select('id').execute()).length, 1)
  })

  it('refuses a body of more values than any needs, before it reads them', async () => {
    const { app, context, partner } = await testApp()
    const id = await addPublication(context, { type: 'ebook', title: 'O farol' })
    const page = await openPage(app, partner.authorization)
    const send = (items: number) =>
      page.post(`/play/v1/publications/${id}/annotations/import`, {
        type: 'AnnotationSet',
        items: Array(items).fill({}),
      })

    const answers = [await send(249_000), await send(251_000)]

    assert.deepEqual(
      answers.map((answer) => answer.json().message),
      [
        ['O arquivo tem mais de 5.000 anotações. Importe um livro de cada vez.'],
        ['O corpo da requisição tem mais de 500.000 valores. Envie só os campos documentados.'],
      ],
    )
  })

  it('refuses a body of more than a hundred levels, and counts no brackets in strings', async () => {
    const { post } = await testApp()
    const arrays = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    const send = (levels: number, text = '') =>
      post('/partner/v1/sessions', { externalUserId: 'u1', name: text, unknown: arrays(levels - 1) })

    const refused = await send(101)
    const allowed = [await send(100), await send(2, '\\"'.repeat(40) + '[{'.repeat(60))]

    assert.deepEqual(refused.json().message, [
      'O corpo da requisição tem mais de 100 níveis. Envie só os campos documentados.',
    ])
    assert.deepEqual(
      allowed.map(({ statusCode }) => statusCode),
      [201, 201],
    )
  })

  it('lists the methods of an address', async () => {
    const { app, partner } = await testApp()

    const response = await app.inject({
      method: 'PATCH',
      url: '/partner/v1/users/u1',
      headers: { authorization: partner.authorization },
    })

    assert.equal(response.headers.allow, 'DELETE, GET, HEAD, PUT')
  })

  it('is 503 for a stored file that the service may not open', async () => {
    const { app, context } = await testApp()
    const [id, version, name] = [`pub_${randomUUID()}`, '0123456789abcdef', `${COVER_WIDTHS[0]}.webp`]
    const folder = join(context.config.dataDir, 'media/stored', coverFolder(id, version))
    await mkdir(folder, { recursive: true })
    // A link to itself: root would open a file of any mode.
    await symlink(name, join(folder, name))

    const { statusCode, headers, body } = await app.inject(`${COVERS_PATH}/${id}/${version}/${name}`)

    assert.deepEqual([statusCode, JSON.parse(body).code, headers['retry-after']], [503, 'UNAVAILABLE', '2'])
  })

  it('reveals nothing about an internal error', async () => {
    const { get, put, context } = await testApp()
    await put('/partner/v1/users/u1', {})
    await context.db.write((tx) => tx.schema.dropTable('usage_month').execute())

    const response = await get('/partner/v1/users/u1')

    assert.equal(response.statusCode, 500)
    assert.equal(response.json().code, 'INTERNAL')
    assert.doesNotMatch(response.body, /usage_month|SQL|at /)
  })

  it('is the same for a request with an unknown expectation', async () => {
    const { app } = await testApp()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })

    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${address}/partner/v1/catalog`, { headers: { expect: 'miracles' } }, resolve)
        .on('error', reject)
        .end()
    })

    assert.equal(response.statusCode, 401)
    assert.match(await text(response), /INVALID_CLIENT/)
  })

  it('is the same for bytes that are not HTTP', async () => {
    const { app } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

    const answer = await answerTo('NOT HTTP\r\n\r\n', address)

    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
    assert.deepEqual([body.statusCode, body.code], [400, 'VALIDATION'])
  })

  it('is 400 for a repeated Authorization or Host header, at any address', async () => {
    const { app, partner } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const authorization = `Authorization: ${partner.authorization}`
    const twice = {
      Authorization: `Host: x\r\n${authorization}\r\naUTHORIZATION: Basic eDp5`,
      Host: `Host: x\r\nHost: y\r\n${authorization}`,
    }

    for (const [name, headers] of Object.entries(twice)) {
      for (const path of ['/partner/v1/catalog', '/partner/v1/users/%zz', '/healthz', '/nothing']) {
        const answer = await answerTo(`GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`, address)

        assert.match(answer, /^HTTP\/1\.1 400 /, `${path}: ${answer}`)
        assert.deepEqual(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').message, [
          `O cabeçalho ${name} foi enviado mais de uma vez. Envie-o uma única vez.`,
        ])
      }
    }
  })

  it('is 400 without a Host header, which only HTTP/1.0 allows, at any address', async () => {
    const { app, partner } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const rest = `Authorization: ${partner.authorization}\r\nConnection: close\r\n\r\n`

    for (const path of ['/partner/v1/catalog', '/partner/v1/users/%zz', '/healthz', '/nothing']) {
      const answer = await answerTo(`GET ${path} HTTP/1.1\r\n${rest}`, address)

      assert.match(answer, /^HTTP\/1\.1 400 /, `${path}: ${answer}`)
      assert.deepEqual(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').message, [
        'Falta o cabeçalho Host, que o HTTP/1.1 exige.',
      ])
    }
    assert.match(await answerTo(`GET /partner/v1/catalog HTTP/1.0\r\n${rest}`, address), /^HTTP\/1\.1 200 /)
  })

  it('is 413 for a large body, which a client may send to its end', async () => {
    const { app, partner } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const body = 'x'.repeat(5_000_000)
    const lengths = {
      [`Content-Length: ${body.length}`]: body,
      'Transfer-Encoding: chunked': `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    }

    for (const [length, bytes] of Object.entries(lengths)) {
      const head = ['Host: x', `Authorization: ${partner.authorization}`, 'Content-Type: application/json', length]
      const large = `POST /partner/v1/sessions HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${bytes}`
      const answers = await answerTo(`${large}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, address)

      assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200'], length)
    }
  })

  it('is 415 for a transfer coding besides chunked, at any address', async () => {
    const { app } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

    for (const path of ['/partner/v1/catalog', '/healthz', '/nothing']) {
      const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close`
      const answer = await answerTo(`${head}\r\n\r\n0\r\n\r\n`, address)

      assert.match(answer, /^HTTP\/1\.1 415 /, `${path}: ${answer}`)
      assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').code, 'UNSUPPORTED_MEDIA_TYPE')
    }
  })

  it('forbids MIME sniffing, also where the address or the request is invalid', async () => {
    const { app, partner } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const rest = `Host: x\r\nAuthorization: ${partner.authorization}\r\nConnection: close\r\n\r\n`
    const requests = [
      `GET /partner/v1/users/%zz HTTP/1.1\r\n${rest}`,
      'GET /partner/v1/users/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      `GET /%zz HTTP/1.1\r\n${rest}`,
      'NOT HTTP\r\n\r\n',
      `GET /partner/v1/catalog?cursor=${'x'.repeat(17_000)} HTTP/1.1\r\n${rest}`,
    ]

    for (const bytes of requests) {
      const answer = await answerTo(bytes, address)

      assert.match(answer, /^HTTP\/1\.1 40[01] .*\r\nx-content-type-options: nosniff\r\n/is, bytes.slice(0, 60))
      assert.match(answer, /\r\ncache-control: no-store\r\n/i)
    }
  })

  it('names the fault of an address that is not encoded, and of a header of several lines', async () => {
    const { app } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const unencoded = 'O endereço tem um caractere que falta codificar para URL, como um espaço ou uma letra acentuada.'
    const cases = [
      ['/partner/v1/users/josé', 'x', unencoded],
      ['/partner/v1/users/ana souza', 'x', unencoded],
      // As `base64` of a terminal wraps it.
      [
        '/partner/v1/catalog',
        'Basic abc\ndef=',
        'Um cabeçalho tem um caractere que não é aceito, como uma quebra de linha.',
      ],
    ]

    for (const [path, authorization, message] of cases) {
      const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`
      const answer = await answerTo(request, address)

      assert.deepEqual(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').message, [message])
    }
  })

  it('is the same for a request that times out, and says that it may be repeated', async () => {
    const { app, partner, db } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    assert.deepEqual([app.server.requestTimeout, app.server.headersTimeout], [30_000, 30_000])
    app.server.requestTimeout = app.server.headersTimeout = 100

    const answer = await answerTo(
      `PUT /partner/v1/users/ana HTTP/1.1\r\nHost: x\r\nAuthorization: ${partner.authorization}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      address,
    )

    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
    assert.deepEqual([body.statusCode, body.code], [408, 'REQUEST_TIMEOUT'])
    await app.close()
    const logged = await db.read.selectFrom('request_log').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([logged.status, logged.code], [408, 'REQUEST_TIMEOUT'])
    assert.ok(answer.toLowerCase().includes(`x-request-id: ${toUuid(logged.id)}`))
  })
})

/** Sends bytes, and returns the response until the connection closes. */
async function answerTo(bytes: string, { port, hostname }: URL): Promise<string> {
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  return text(socket)
}

describe('a request of type JSON without a length', () => {
  it('is treated as a request without a body, and answered at once', async () => {
    const { app, partner, put, get } = await testApp()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    await put('/partner/v1/users/u1', {})
    const ask = async (line: string) => {
      const socket = connect(Number(address.port), address.hostname)
      const lines = [line, 'Host: x', `Authorization: ${partner.authorization}`, 'Content-Type: application/json']
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      const [answer] = await once(socket.setEncoding('utf8'), 'data')
      socket.destroy()
      return answer as string
    }

    const deletion = await ask('DELETE /partner/v1/users/u1 HTTP/1.1')
    const session = await ask('POST /partner/v1/sessions HTTP/1.1')

    assert.match(deletion, /^HTTP\/1\.1 204 /)
    assert.equal((await get('/partner/v1/users/u1')).json().status, 'BLOCKED')
    assert.match(session, /^HTTP\/1\.1 400 .*"code":"VALIDATION"/s)
  })
})

describe('an internal error', () => {
  /** The whole service, listening, with `POST /late`, which fails after its client has left; and its log. */
  async function logging() {
    const { context, closeFirst } = await testContext()
    const lines = new PassThrough()
    const log = pino({ level: 'debug', serializers: { err: toLoggedError } }, lines)
    const app = createApp({ ...context, log })
    closeFirst.push(() => app.close())
    app.post('/late', { config: { access: 'anyone' } }, async ({ raw }) => {
      await once(raw.socket, 'close')
      throw new Error('broken')
    })
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    return { context, address, lines, partner: await addPartner(context) }
  }

  /** The first log line with an error. */
  async function errorLine(lines: Readable) {
    for await (const text of createInterface({ input: lines })) {
      const line = JSON.parse(text)
      if (line.err) return line
    }
  }

  it('is logged completely, also after the body was read', async () => {
    const { context, address, lines, partner } = await logging()
    await context.db.write((tx) => tx.schema.dropTable('launch').execute())

    const response = await fetch(`${address}partner/v1/sessions`, {
      method: 'POST',
      headers: { authorization: partner.authorization, 'content-type': 'application/json' },
      body: '{"externalUserId":"u1"}',
    })

    const { level, msg, err } = await errorLine(lines)
    assert.equal(response.status, 500)
    assert.deepEqual([level, msg], [pino.levels.values.error, 'request failed'])
    assert.match(err.stack, /launch.*\n +at /)
  })

  it('is not logged when the client left, during the request or the answer', async () => {
    const json = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n'
    for (const request of [`POST /play/v1/launch HTTP/1.1\r\n${json}{`, `POST /late HTTP/1.1\r\n${json}{}`]) {
      const { address, lines } = await logging()
      const socket = connect(Number(address.port), address.hostname)

      socket.write(request, () => socket.destroy())

      const { level, msg } = await errorLine(lines)
      assert.deepEqual([level, msg], [pino.levels.values.debug, 'the client went away'])
    }
  })
})

describe('a title that changes at every attempt', () => {
  it('is answered 503 UNAVAILABLE, to be retried', async () => {
    const { context, db, clock } = await testApp()
    const id = await addPublication(context, { type: 'ebook', title: 'Um' })
    const app = fastify()
    app.setErrorHandler(answerError)
    app.put('/', () =>
      updateWithRetry(
        context,
        id,
        async (row) => {
          await db.write((tx) =>
            tx
              .updateTable('publication')
              .set({ revision: row.revision + 1, updated_at: clock.now() })
              .where('public_id', '=', id)
              .execute(),
          )
          return { title: 'Outro' }
        },
        async () => {},
      ),
    )

    const answer = await app.inject({ method: 'PUT', url: '/' })

    assert.deepEqual([answer.statusCode, answer.json().code, answer.headers['retry-after']], [503, 'UNAVAILABLE', '2'])
  })
})
